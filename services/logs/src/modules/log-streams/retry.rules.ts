/** Pauses after the first, second … failure in a row, in units of the first: with a second they grow to five minutes. */
const MAX_FACTOR = 300;
/** A server may ask for more patience, but not for ever. */
const MAX_PAUSE_MS = 3_600_000;
/** What the owner has to mend first: a repeat would only say the same. */
const LASTING: ReadonlySet<string> = new Set([
  'address_not_allowed',
  'plain_http_not_allowed',
  'secrets_unreadable',
]);

/** @param failures in a row before this one */
export function pauseAfter(code: string, failures: number, firstPauseMs: number, askedMs: number): number {
  const factor = LASTING.has(code) ? MAX_FACTOR : Math.min(2 ** Math.min(failures, 16), MAX_FACTOR);
  return Math.min(Math.max(firstPauseMs * factor, askedMs), MAX_PAUSE_MS);
}
