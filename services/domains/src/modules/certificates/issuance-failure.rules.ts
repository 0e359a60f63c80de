import type { IssuanceFault } from './acme/acme.errors.ts';
import type { Certificate } from './certificate.entity.ts';
import { pauseAfterFailure } from './renewal-schedule.rules.ts';

/** What does not mend itself is told after so many attempts; the first ones often meet DNS changes half way. */
export const TELL_AFTER = 3;

export interface AfterFailure {
  attempts: number;
  /** Null: as it was. */
  status: Certificate['status'] | null;
  /** Null: names that point nowhere yet are waited for, however long; everything else is tried again. */
  nextAttemptAt: Date | null;
  /** Whether the owner is told now, once. */
  tells: boolean;
}

type Before = Pick<Certificate, 'status' | 'notAfter' | 'attempts' | 'toldAt'>;

export function afterFailure(before: Before, fault: IssuanceFault, now: Date): AfterFailure {
  const attempts = before.attempts + 1;
  const waits = fault.code === 'not_pointing';
  const pause = pauseAfterFailure(attempts, fault.retryAfter);
  return {
    attempts,
    status: statusAfter(before, fault, now),
    nextAttemptAt: waits ? null : new Date(now.getTime() + pause),
    tells: before.toldAt === null && isWorthTelling(fault, attempts),
  };
}

function statusAfter(before: Before, fault: IssuanceFault, now: Date): Certificate['status'] | null {
  if (before.status === 'revoked') return null;
  if (before.notAfter !== null) return before.notAfter > now ? 'renewing' : 'expired';
  return fault.code === 'not_pointing' ? 'pending' : 'failed';
}

function isWorthTelling(fault: IssuanceFault, attempts: number): boolean {
  if (fault.code === 'not_pointing') return false;
  return attempts >= (fault.mendedBy === 'owner' ? TELL_AFTER : 2 * TELL_AFTER);
}
