/**
 * Pause before the next attempt: `first` after one failure, doubled with each further one, up to `max`; in the unit of `first`.
 * Callers that fail together and must not come back together add their own jitter.
 * @param failures in a row, 1 or more; 0 counts as 1
 */
export function backoff(failures: number, first: number, max: number): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 30);
  return Math.min(first * 2 ** doublings, max);
}
