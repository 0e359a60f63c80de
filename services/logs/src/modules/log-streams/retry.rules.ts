import { PERMANENT_FAILURES } from '@palisade/nest-kit';

/** Pauses after the first, second … failure in a row, in units of the first: with a second they grow to five minutes. */
const MAX_FACTOR = 300;
/** A server may ask for a longer pause (Retry-After), but not for ever. */
const MAX_PAUSE_MS = 3_600_000;
/** @param failures in a row before this one */
export function pauseAfter(code: string, failures: number, firstPauseMs: number, askedMs: number): number {
  const factor = PERMANENT_FAILURES.has(code)
    ? MAX_FACTOR
    : Math.min(2 ** Math.min(failures, 16), MAX_FACTOR);
  return Math.min(Math.max(firstPauseMs * factor, askedMs), MAX_PAUSE_MS);
}
