import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import type { ArmFigures, Rollout, RolloutFigures } from '../rollout-store/rollout.entity.ts';
import { evidenceOfMore } from './sequential-test.rules.ts';

/**
 * Share of harmless roll-outs that are rolled back all the same: one in a hundred, over all shares and both questions.
 */
export const FALSE_ALARMS = 0.01;
/** Minimum visitors and requests judged by the candidate before a share can be widened. */
const MIN_VISITORS = 20;
const MIN_REQUESTS = 100;
/** Maximum duration of a roll-out, days; one that is undecided by then is rolled back. */
export const MAX_DAYS = 7;

export type Watched = Pick<
  Rollout,
  'shares' | 'sharePercent' | 'stepMinutes' | 'tolerancePercent' | 'startedAt' | 'stepStartedAt' | 'figures'
>;

export type Step =
  | { kind: 'wait' }
  | { kind: 'widen'; sharePercent: number }
  | { kind: 'promoted' | 'taken_back'; reason: string };

const WAIT: Step = { kind: 'wait' };

/**
 * The next step of a roll-out, by its figures so far. Evaluated whenever there are new figures: the sequential test
 * allows that.
 */
export function nextStep(rollout: Watched, nowMs: number): Step {
  const { figures } = rollout;
  if (figures !== null && figures.share_percent === rollout.sharePercent) {
    const reason = harmOf(rollout, figures);
    if (reason !== null) return { kind: 'taken_back', reason };
    if (isTried(rollout, figures)) return afterThisShare(rollout, figures);
  }
  return nowMs - rollout.startedAt.getTime() >= MAX_DAYS * DAY_MS
    ? { kind: 'taken_back', reason: tooFew(figures) }
    : WAIT;
}

/** Why it has to go, in a sentence; null: nothing speaks against it. */
function harmOf(
  { shares, sharePercent, tolerancePercent }: Watched,
  { live, candidate }: RolloutFigures,
): string | null {
  const least = Math.log((2 * shares.length) / FALSE_ALARMS);
  const isHarm = (measure: 'blocked_visitors' | 'failed_visitors') =>
    percentOf(candidate, measure) - percentOf(live, measure) > tolerancePercent &&
    evidenceOfMore(sharePercent / 100, candidate[measure], live[measure]) >= least;
  if (isHarm('blocked_visitors'))
    return `It blocked ${visitorsText(candidate, 'blocked_visitors')}; the policy in force blocked ${visitorsText(live, 'blocked_visitors')}.`;
  if (isHarm('failed_visitors'))
    return `Under it ${visitorsText(candidate, 'failed_visitors')} saw server errors; under the policy in force ${visitorsText(live, 'failed_visitors')}.`;
  return null;
}

/** Figures that are older than the share's time say nothing of its end. */
const isTried = ({ stepStartedAt, stepMinutes }: Watched, { as_of, candidate }: RolloutFigures): boolean =>
  Date.parse(as_of) - stepStartedAt.getTime() >= stepMinutes * MINUTE_MS &&
  candidate.visitors >= MIN_VISITORS &&
  candidate.requests >= MIN_REQUESTS;

function afterThisShare({ shares, sharePercent }: Watched, { live, candidate }: RolloutFigures): Step {
  const larger = shares.find((share) => share > sharePercent);
  if (larger !== undefined) return { kind: 'widen', sharePercent: larger };
  return {
    kind: 'promoted',
    reason: `Nothing spoke against it: at ${sharePercent}% of visitors it blocked ${visitorsText(candidate, 'blocked_visitors')}; the policy in force blocked ${visitorsText(live, 'blocked_visitors')}.`,
  };
}

function tooFew(figures: RolloutFigures | null): string {
  const { visitors, requests } = figures?.candidate ?? { visitors: 0, requests: 0 };
  return `In ${MAX_DAYS} days too little traffic came to judge it by: ${count(visitors)} of ${MIN_VISITORS} visitors and ${count(requests)} of ${MIN_REQUESTS} requests that a share needs.`;
}

const percentOf = (arm: ArmFigures, measure: 'blocked_visitors' | 'failed_visitors'): number =>
  arm.visitors === 0 ? 0 : (100 * arm[measure]) / arm.visitors;

const visitorsText = (arm: ArmFigures, measure: 'blocked_visitors' | 'failed_visitors'): string =>
  `${count(arm[measure])} of ${count(arm.visitors)} visitors (${percentOf(arm, measure).toFixed(1)}%)`;

const count = (value: number): string => value.toLocaleString('en-US');
