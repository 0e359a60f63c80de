import type { Condition } from './condition.schema.ts';

/** What was found within a window. */
export interface Measured {
  /** The number that is compared; null where there was nothing to measure, such as the latency of no request. */
  value: number | null;
  /** All requests of the window, whatever the filter. */
  requests: number;
  /** The same hours of the weeks before; null where nothing is known of them, or nobody asked. */
  usual: number | null;
  /** What the number belongs to, such as the rule and path that block most clients. */
  detail: string;
}

export interface Verdict {
  holds: boolean;
  value: number;
  limit: number;
}

/** @returns null where nothing can be said: too few requests, nothing to measure, or no usual to compare with */
export function judge(condition: Condition, { value, requests, usual }: Measured): Verdict | null {
  const limit = condition.compare === 'threshold' ? condition.value : limitBesideUsual(condition, usual);
  if (limit === null) return null;
  // Without requests nothing is above; what must not fall below has fallen to nothing.
  const found = value ?? 0;
  const isEnough = requests >= condition.min_requests && (value !== null || condition.measure !== 'latency');
  const holds = isEnough && (condition.direction === 'above' ? found > limit : found < limit);
  return { holds, value: found, limit };
}

const limitBesideUsual = ({ value }: Condition, usual: number | null): number | null =>
  usual === null ? null : usual * value;
