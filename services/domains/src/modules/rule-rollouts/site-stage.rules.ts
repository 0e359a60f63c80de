import { DAY_MS, HOUR_MS } from '@palisade/basics';
import type { RuleRolloutSite, ShadowFigures } from '../rule-rollout-store/rule-rollout.entity.ts';
import { findingOf } from './shadow-test.rules.ts';

/** Minimum observation of a site, hours: it has other visitors at night. */
const MIN_HOURS = 24;
/** Maximum observation of a site, days; then it is decided by the figures so far. */
export const MAX_DAYS = 14;
/** Minimum engine failures that count against the rules: a single one may be due to an odd request. */
const FAILURES = 3;
/** Nothing more is promoted automatically once this many sites, and one in `HELD_PART` of those decided, hold a release. */
const HELD_SITES = 3;
const HELD_PART = 10;

export interface Decided {
  promoted: number;
  held: number;
}

export type SiteStep = { kind: 'wait' } | { kind: 'promoted' | 'held'; reason: string };
const WAIT: SiteStep = { kind: 'wait' };

/** A release that many sites hold is not good for the others because they have had no bad luck yet. */
export const isHalted = ({ promoted, held }: Decided): boolean =>
  held >= HELD_SITES && held * HELD_PART > held + promoted;

/**
 * The next stage of a candidate on one site, by its figures. Evaluated whenever there are new figures: the sequential
 * test allows that.
 *
 * @param others sites that have decided
 */
export function nextStage(
  { startedAt, figures }: Pick<RuleRolloutSite, 'startedAt' | 'figures'>,
  others: Decided,
  nowMs: number,
): SiteStep {
  if (figures !== null) {
    const harm = harmOf(figures);
    if (harm !== null) return { kind: 'held', reason: harm };
  }
  const age = nowMs - startedAt.getTime();
  if (isHalted(others)) return WAIT;
  if (age >= MAX_DAYS * DAY_MS) return atTheEnd(figures);
  const isEnough = figures !== null && findingOf(figures.visitors, figures.lost_visitors) === 'harmless';
  if (!isEnough || Date.parse(figures.as_of) - startedAt.getTime() < MIN_HOURS * HOUR_MS) return WAIT;
  return {
    kind: 'promoted',
    reason: `On this site's own traffic it would have cost ${lostOf(figures)} a request that they got.`,
  };
}

/** Why it is held, in a sentence; null: nothing speaks against it. */
function harmOf(figures: ShadowFigures): string | null {
  if (figures.failures >= FAILURES)
    return `The rule engine failed on ${count(figures.failures)} requests with the new rules.`;
  if (findingOf(figures.visitors, figures.lost_visitors) !== 'harmful') return null;
  return lossOf(figures);
}

function atTheEnd(figures: ShadowFigures | null): SiteStep {
  if (figures !== null && figures.lost_visitors > 0) return { kind: 'held', reason: lossOf(figures) };
  const visitors = figures?.visitors ?? 0;
  const reason = `In ${MAX_DAYS} days nothing spoke against it, with ${count(visitors)} visitors.`;
  return { kind: 'promoted', reason };
}

const lossOf = (figures: ShadowFigures): string =>
  `The new rules would have blocked requests of ${lostOf(figures)} that your site answered${byRules(figures)}.`;

const byRules = ({ rules: [first] }: ShadowFigures): string =>
  first === undefined ? '' : `, most by rule ${first.rule_id}`;

const lostOf = ({ lost_visitors: lost, visitors }: ShadowFigures): string =>
  `${count(lost)} of ${count(visitors)} visitors (${((100 * lost) / Math.max(1, visitors)).toFixed(1)}%)`;

const count = (value: number): string => value.toLocaleString('en-US');
