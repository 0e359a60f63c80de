/**
 * How many calls a sliding window holds, from two fixed ones: the part of the previous window that still counts, plus
 * the current one. Needs two numbers per client instead of one per call.
 */
export function windowEstimate(previous: number, current: number, elapsedShare: number): number {
  return previous * (1 - elapsedShare) + current;
}
