import type { ReportPeriod } from './report-period.rules.ts';

/** Figures of a period. */
export interface PeriodSums {
  requests: number;
  blocked: number;
  originRequests: number;
  originFailures: number;
}

export interface Comparison {
  period: ReportPeriod;
  now: PeriodSums;
  /** The preceding period's figures; null: there are none to compare with. */
  before: PeriodSums | null;
  /**
   * How many times as long as the preceding period this one is. Shares are compared as if both had the same length;
   * numbers are printed unscaled.
   */
  longer?: number;
  /** The threat class that was blocked most; empty if none was. */
  topThreat: string;
}

/** Smaller changes are noise. */
const SAME = 0.05;
/** The origin's failures are mentioned from this share of its requests on, and where they doubled or halved. */
const NOTABLE_FAILURES = 0.01;

const COUNTS = new Intl.NumberFormat('en-US');
/** Number format of reports. */
export const count = (value: number): string => COUNTS.format(Math.round(value));
const percent = (share: number): string =>
  `${new Intl.NumberFormat('en-US', { maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share * 100)} %`;

/** Months differ in length by a tenth: their figures are scaled for the comparison. */
export function scaled(sums: PeriodSums, factor: number): PeriodSums {
  // Any request stays at least one: a scaled single request of a longer month is not zero.
  const by = (value: number) => (value === 0 ? 0 : Math.max(1, Math.round(value * factor)));
  return {
    requests: by(sums.requests),
    blocked: by(sums.blocked),
    originRequests: by(sums.originRequests),
    originFailures: by(sums.originFailures),
  };
}

/** What changed against the preceding period, in one sentence. */
export function changeSentence(comparison: Comparison): string {
  const { period, now, before, longer = 1 } = comparison;
  if (now.requests === 0)
    return before === null || before.requests === 0
      ? `There was no traffic this ${period}.`
      : `There was no traffic this ${period}, after ${count(before.requests)} requests the ${period} before.`;
  if (before === null) {
    const blocked =
      now.blocked === 0
        ? 'none was blocked'
        : `${count(now.blocked)} of them were blocked${mostly(comparison)}`;
    return `${requestsOf(now.requests)} came this ${period}, and ${blocked}; the ${period} before is not known as a whole, so there is nothing to compare with.`;
  }
  const fair = scaled(before, longer);
  const traffic =
    before.requests === 0
      ? `Traffic began this ${period} with ${requestsOf(now.requests)}`
      : `Traffic ${change(now.requests, fair.requests)} ${requestsOf(now.requests)}`;
  return `${traffic}, and ${blockedClause(comparison, before, fair)}${originClause(now, before, period)}.`;
}

const requestsOf = (requests: number): string =>
  `${count(requests)} ${requests === 1 ? 'request' : 'requests'}`;
const mostly = ({ topThreat }: Comparison): string => (topThreat === '' ? '' : `, mostly ${topThreat}`);

function blockedClause(comparison: Comparison, before: PeriodSums, fair: PeriodSums): string {
  const { now, period } = comparison;
  if (now.blocked === 0)
    return before.blocked === 0
      ? 'nothing was blocked'
      : `nothing was blocked, after ${count(before.blocked)} the ${period} before`;
  if (before.blocked === 0)
    return `${count(now.blocked)} were blocked, after none the ${period} before${mostly(comparison)}`;
  return `blocked requests ${change(now.blocked, fair.blocked)} ${count(now.blocked)}${mostly(comparison)}`;
}

/** "rose by 12 % to", "stayed about the same at". */
function change(now: number, before: number): string {
  const by = now / before - 1;
  if (Math.abs(by) < SAME) return 'stayed about the same at';
  if (by < 0) return `fell by ${percent(-by)} to`;
  if (by < 1) return `rose by ${percent(by)} to`;
  return `grew ${by < 9 ? `${Number((by + 1).toFixed(1))} times` : 'more than tenfold'} to`;
}

function originClause(now: PeriodSums, before: PeriodSums, period: ReportPeriod): string {
  const [is, was] = [failureShare(now), failureShare(before)];
  if (is === null || was === null) return '';
  const isWorse = is >= NOTABLE_FAILURES && is >= was * 2;
  const isBetter = was >= NOTABLE_FAILURES && is <= was / 2;
  if (!isWorse && !isBetter) return '';
  return `; your server failed to answer ${percent(is)} of what it was asked, against ${percent(was)} the ${period} before`;
}

export const failureShare = ({ originRequests, originFailures }: PeriodSums): number | null =>
  originRequests === 0 ? null : originFailures / originRequests;
