/** A counter tells of its requests so many times before it has its even share of the limit. */
const TELLS_A_SHARE = 4;
/** Where many counters have small shares each tells of so many requests at once, but for limits that are as small themselves. */
const TOLD_AT_ONCE = 4;
const TELLS_A_LIMIT = 25;
/** From this part of the limit on, by all that is known, each request waits for the shared count. */
export const NEAR_LIMIT = 0.75;

/** What one of several counters knows of a key in the window that runs, and in the one before it. */
export interface WindowCount {
  window: number;
  current: number;
  previous: number;
  /** What others have counted in this window, as last heard. */
  elsewhere: number;
  /** As much of `current` as was reported to the others. */
  reported: number;
}

export const emptyCount = (window: number): WindowCount => ({
  window,
  current: 0,
  previous: 0,
  elsewhere: 0,
  reported: 0,
});

/** Begins with a window that has come meanwhile. @returns whether one has */
export function turnTo(window: number, count: WindowCount): boolean {
  if (count.window === window) return false;
  count.previous = count.window === window - 1 ? count.current + count.elsewhere : 0;
  count.current = 0;
  count.elsewhere = 0;
  count.reported = 0;
  count.window = window;
  return true;
}

/** This window's count, plus the last one's weighted by how much of it still lies within the window that ends now. */
export function estimate(count: WindowCount, windowMs: number, nowMs: number): number {
  return count.current + count.elsewhere + count.previous * leftOf(count, windowMs, nowMs);
}

/** The part of the last window that still counts. */
export function leftOf({ window }: WindowCount, windowMs: number, nowMs: number): number {
  return Math.max(0, Math.min(1, 1 - (nowMs - window * windowMs) / windowMs));
}

/** After so many more requests a counter tells the others. */
export const reportedAtOnce = (requests: number, share: number): number =>
  Math.max(share / TELLS_A_SHARE, Math.min(TOLD_AT_ONCE, requests / TELLS_A_LIMIT));
