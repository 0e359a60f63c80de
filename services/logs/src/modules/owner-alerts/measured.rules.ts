import type { Condition } from './condition.schema.ts';

/** The measurement of one window. */
export interface Measured {
  /** The number to compare; null where there was nothing to measure, such as the latency of no request. */
  value: number | null;
  /** All requests of the window, regardless of the filter. */
  requests: number;
  /** The same hours of the preceding weeks; null where unknown or not needed. */
  usual: number | null;
  /** What the number belongs to, such as the rule and path that block most clients. */
  detail: string;
  /**
   * Of which requests the value is: `all` of the window; `part`: estimated from the newest, as there are too many to read;
   * `at_least`: counted in the newest, and no smaller for all.
   */
  extent: 'all' | 'part' | 'at_least';
}

export interface Verdict {
  holds: boolean;
  value: number;
  limit: number;
}

/** @returns null without a result: too few requests, nothing to measure, or no usual value to compare with */
export function judge(
  condition: Condition,
  { value, requests, usual }: Omit<Measured, 'extent'>,
): Verdict | null {
  const limit = condition.compare === 'threshold' ? condition.value : limitBesideUsual(condition, usual);
  if (limit === null) return null;
  // Without requests nothing is above a threshold; but a value that must not fall below one has fallen to zero.
  const found = value ?? 0;
  const isEnough = requests >= condition.min_requests && (value !== null || condition.measure !== 'latency');
  const holds = isEnough && (condition.direction === 'above' ? found > limit : found < limit);
  return { holds, value: found, limit };
}

/** The same where requests may come later: what is counted grows by them. */
export const withMissing = ({ measure }: Condition, measured: Measured): Measured =>
  measure === 'latency' || measure === 'share' ? measured : { ...measured, extent: 'at_least' };

/** Whether the requests that were not read could change the result. */
export const isUncertain = ({ extent }: Measured, verdict: Verdict | null): boolean =>
  extent === 'at_least' && verdict !== null && verdict.value <= verdict.limit;

const limitBesideUsual = ({ value }: Condition, usual: number | null): number | null =>
  usual === null ? null : usual * value;
