export interface StoredFacts {
  nowMs: number;
  /** Publication times of waiting records: the oldest of each partition of the bus. */
  waitingSinceMs: readonly number[];
  /** Anything that waits longer is left out: the operator has to look at it. */
  maxBehindMs: number;
}

/**
 * The time up to which records are stored: now, where none waits; otherwise when the oldest waiting one was published.
 * One stuck partition is enough, since a site's visitors come through every edge node, and each node's records are in
 * one partition.
 * @returns milliseconds since 1970
 */
export function storedUntil({ nowMs, waitingSinceMs, maxBehindMs }: StoredFacts): number {
  return waitingSinceMs
    .filter((sinceMs) => nowMs - sinceMs <= maxBehindMs)
    .reduce((oldest, sinceMs) => Math.min(oldest, sinceMs), nowMs);
}
