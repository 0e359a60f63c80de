import { HOUR_MS } from '@palisade/basics';

/**
 * When what is left of a removed site is deleted, in milliseconds from its removal. More than once, because edges that
 * were cut off deliver what they kept in their spools when they are back.
 */
const ROUNDS_AFTER_MS = [0, HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS, 30 * 24 * HOUR_MS] as const;

/** In milliseconds since 1970; null after the last round. */
export function nextRoundAt(removedAtMs: number, roundsDone: number): number | null {
  const after = ROUNDS_AFTER_MS[roundsDone];
  return after === undefined ? null : removedAtMs + after;
}
