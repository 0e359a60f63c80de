import { DAY_MS, HOUR_MS } from '@palisade/basics';

/** How far back a walk has searched after each of its usual steps: most searches end within the last hours. */
const REACHES_MS = [HOUR_MS, DAY_MS, 8 * DAY_MS, 31 * DAY_MS];
/** A page that should be full after a step is sought this much further back, since records come unevenly. */
const MARGIN = 1.5;

export interface Reach {
  /** Milliseconds before the walk's beginning. */
  ms: number;
  /** Taken from how many records were found so far; it lies between two usual ones. */
  isEstimate: boolean;
}

/**
 * How far back the next step searches. Where some records were found, the rest of the page is sought as far back as
 * they lie apart. A page that is not full after an estimate is sought to the next usual reach, so that a walk has at
 * most twice the usual number of steps.
 */
export function nextReach(before: Reach | null, { found, limit }: { found: number; limit: number }): Reach {
  const reachedMs = before?.ms ?? 0;
  const usual = REACHES_MS.find((ms) => ms > reachedMs) ?? Number.POSITIVE_INFINITY;
  if (found === 0 || before === null || before.isEstimate) return { ms: usual, isEstimate: false };
  const estimate = Math.ceil(reachedMs * (1 + (MARGIN * (limit - found)) / found));
  return estimate < usual ? { ms: estimate, isEstimate: true } : { ms: usual, isEstimate: false };
}
