export interface StoredFacts {
  nowMs: number;
  /** When records that wait to be stored were published: the oldest of each partition of the bus. */
  waitingSinceMs: readonly number[];
  /** What has waited longer than this holds up nobody: it is the operator's to look at. */
  maxBehindMs: number;
}

/**
 * Up to when records are stored: now, where none waits; else the moment at which the oldest that waits was published. One partition
 * that stands still is enough, since a site's visitors come through every edge node, and each node's records are in one.
 * @returns milliseconds since 1970
 */
export function storedUntil({ nowMs, waitingSinceMs, maxBehindMs }: StoredFacts): number {
  return waitingSinceMs
    .filter((sinceMs) => nowMs - sinceMs <= maxBehindMs)
    .reduce((oldest, sinceMs) => Math.min(oldest, sinceMs), nowMs);
}
