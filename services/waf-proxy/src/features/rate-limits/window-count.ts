/** How often a counter reports before it reaches its even share of the limit. */
const TELLS_A_SHARE = 4;
/** Requests per report where shares are small, except for limits that are just as small. */
const TOLD_AT_ONCE = 4;
const TELLS_A_LIMIT = 25;
/** Fraction of the limit, by all counts known, from which each request waits for the shared count. */
export const NEAR_LIMIT = 0.75;

/** What one of several counters knows about a key in the current and the previous window. */
export interface WindowCount {
  window: number;
  current: number;
  previous: number;
  /** Latest known sum of the other counters in this window. */
  elsewhere: number;
  /** The part of `current` that was reported. */
  reported: number;
}

export const emptyCount = (window: number): WindowCount => ({
  window,
  current: 0,
  previous: 0,
  elsewhere: 0,
  reported: 0,
});

/** Switches to a new window if it has begun. @returns whether it has */
export function turnTo(window: number, count: WindowCount): boolean {
  if (count.window === window) return false;
  count.previous = count.window === window - 1 ? count.current + count.elsewhere : 0;
  count.current = 0;
  count.elsewhere = 0;
  count.reported = 0;
  count.window = window;
  return true;
}

/** The current count plus the previous window's, weighted by its overlap. */
export function estimate(count: WindowCount, windowMs: number, nowMs: number): number {
  return count.current + count.elsewhere + count.previous * leftOf(count, windowMs, nowMs);
}

/** Fraction of the previous window that still counts. */
export function leftOf({ window }: WindowCount, windowMs: number, nowMs: number): number {
  return Math.max(0, Math.min(1, 1 - (nowMs - window * windowMs) / windowMs));
}

/** Number of requests after which a counter reports. */
export const reportedAtOnce = (requests: number, share: number): number =>
  Math.max(share / TELLS_A_SHARE, Math.min(TOLD_AT_ONCE, requests / TELLS_A_LIMIT));
