import { OWNERSHIP_TERMS as TERMS } from './ownership-terms.rules.ts';

/** Result of a check of a served domain: its proof, visitors that reach us, neither, or none (DNS does not respond). */
export type Observation = 'proved' | 'in_use' | 'absent' | 'unknown';

export interface Lapse {
  failures: number;
  failingSince: Date;
  countedAt: Date;
  warnedAt: Date | null;
  remindedAt: Date | null;
  releaseAt: Date | null;
}

export type LapseEvent = 'warned' | 'reminded' | 'recovered' | 'release';

export interface LapseStep {
  /** Null: all is well. */
  lapse: Lapse | null;
  event: LapseEvent | null;
}

/**
 *   absent ×3, a day apart        14 days, 10 absent looks
 *   ───────────────────────▶ warned ───────(reminded)──────▶ release
 *            ▲ proved or in use at any time: forgotten; unknown: nothing changes
 */
export function nextLapse(lapse: Lapse | null, seen: Observation, now: Date): LapseStep {
  switch (seen) {
    case 'unknown':
      return { lapse, event: null };
    case 'proved':
    case 'in_use':
      return { lapse: null, event: lapse?.warnedAt ? 'recovered' : null };
    case 'absent':
      return lapse === null ? begun(now) : counted(lapse, now);
  }
}

const later = (date: Date, ms: number): Date => new Date(date.getTime() + ms);

function begun(now: Date): LapseStep {
  const lapse = {
    failures: 1,
    failingSince: now,
    countedAt: now,
    warnedAt: null,
    remindedAt: null,
    releaseAt: null,
  };
  return { lapse, event: null };
}

function counted(before: Lapse, now: Date): LapseStep {
  const isNew = now >= later(before.countedAt, TERMS.countEveryMs);
  const lapse = isNew ? { ...before, failures: before.failures + 1, countedAt: now } : before;
  if (lapse.warnedAt === null || lapse.releaseAt === null) {
    return lapse.failures < TERMS.failuresBeforeWarning
      ? { lapse, event: null }
      : { lapse: { ...lapse, warnedAt: now, releaseAt: later(now, TERMS.graceMs) }, event: 'warned' };
  }
  if (now >= lapse.releaseAt && lapse.failures >= TERMS.failuresBeforeRelease)
    return { lapse, event: 'release' };
  const wantsReminder = lapse.remindedAt === null && now >= later(lapse.releaseAt, -TERMS.reminderMs);
  return wantsReminder ? { lapse: { ...lapse, remindedAt: now }, event: 'reminded' } : { lapse, event: null };
}

/** Too many that begin to fail at once are our resolvers' fault, whatever they answer. */
export function isOurFault(begunToday: number, served: number): boolean {
  const { atLeast, share } = TERMS.usualLapsesPerDay;
  return begunToday > Math.max(atLeast, served * share);
}

export type ContestOutcome = 'kept' | 'moved' | 'lapsed' | 'wait';

interface ContestView {
  holder: Observation;
  claimant: Observation;
  endsAt: Date;
}

/**
 * The holder's own record decides at any time; otherwise the claimant's TXT record at the end. Only definite answers
 * count, and a contest that cannot be checked ends without a change.
 */
export function judgeContest({ holder, claimant, endsAt }: ContestView, now: Date): ContestOutcome {
  if (holder === 'proved') return 'kept';
  if (now < endsAt) return 'wait';
  if (claimant === 'absent') return 'lapsed';
  if (holder === 'absent' && claimant === 'proved') return 'moved';
  return now >= later(endsAt, TERMS.longestWaitMs) ? 'lapsed' : 'wait';
}
