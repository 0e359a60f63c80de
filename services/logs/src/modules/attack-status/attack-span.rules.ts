import { MINUTE_MS } from '@palisade/basics';
import { WINDOW_MINUTES } from '../attack-detection/attack.rules.ts';

export interface BlockedMinute {
  timeMs: number;
  blocked: number;
}

/** After a longer pause it is another attack. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/**
 * When an ongoing attack began, and how much of it was blocked: walks back from the newest minute as long as minutes
 * are busy enough. A stray request long before does not make it older.
 *
 * @param minutes of one site, newest first
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
