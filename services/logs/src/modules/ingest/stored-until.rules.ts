export interface StoredFacts {
  nowMs: number;
  /** The newest minute with a record; null: there is none. */
  newestMs: number | null;
  minuteMs: number;
  /** Whether records wait to be stored. */
  isWaiting: boolean;
}

/**
 * Up to when records are stored: now, where nothing waits or the last whole minute has some; else the end of the newest minute with one.
 * @returns milliseconds since 1970
 */
export function storedUntil({ nowMs, newestMs, minuteMs, isWaiting }: StoredFacts): number {
  const lastWholeMs = Math.floor(nowMs / minuteMs) * minuteMs - minuteMs;
  if (!isWaiting || newestMs === null || newestMs >= lastWholeMs) return nowMs;
  return newestMs + minuteMs;
}
