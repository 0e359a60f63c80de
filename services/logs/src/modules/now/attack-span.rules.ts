import { MINUTE_MS } from '@palisade/basics';
import { WINDOW_MINUTES } from '../alerts/attack.rules.ts';

export interface BlockedMinute {
  timeMs: number;
  blocked: number;
}

/** An attack that pauses for longer is another one. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/**
 * When an attack that goes on began, and how much of it was blocked: back from the newest minute as long as minutes that are
 * busy enough follow each other. A stray request long before does not make it older.
 *
 * @param minutes of one site, the newest first
 * @param threshold blocked requests within the window that make an attack
 */
export function attackSpan(
  minutes: readonly BlockedMinute[],
  threshold: number,
): { sinceMs: number; blocked: number } | null {
  const busy = threshold / WINDOW_MINUTES / 2;
  let sinceMs: number | null = null;
  let blocked = 0;
  let passed = 0;
  for (const minute of minutes) {
    if (sinceMs !== null && sinceMs - minute.timeMs > MAX_PAUSE_MS) break;
    passed += minute.blocked;
    if (minute.blocked < busy) continue;
    sinceMs = minute.timeMs;
    blocked = passed;
  }
  return sinceMs === null ? null : { sinceMs, blocked };
}
