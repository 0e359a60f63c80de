import { PERMANENT_FAILURES } from '@palisade/nest-kit';

/**
 * Delays after the first, second … consecutive failure, in units of the first: with a second they grow to five minutes.
 */
const MAX_FACTOR = 300;
/** Upper bound for a server's Retry-After. */
const MAX_PAUSE_MS = 3_600_000;
/** @param failures number of consecutive failures before this one */
export function pauseAfter(code: string, failures: number, firstPauseMs: number, askedMs: number): number {
  const factor = PERMANENT_FAILURES.has(code)
    ? MAX_FACTOR
    : Math.min(2 ** Math.min(failures, 16), MAX_FACTOR);
  return Math.min(Math.max(firstPauseMs * factor, askedMs), MAX_PAUSE_MS);
}
