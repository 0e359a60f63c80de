import { HOUR_MS } from '../records/roll-ups.rules.ts';

const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
/** Monday, UTC: late enough that the edges' last records of Sunday are here. */
const GOES_OUT_AFTER_MS = 7 * HOUR_MS;
/** A service that was down on Monday sends it later in the week, but not a stale one. */
const TOO_LATE_AFTER_MS = 3 * DAY_MS;

/** The week that is to be reported now, if any; of `to` nothing is in it. */
export function reportedWeek(now: Date): { from: Date; to: Date } | null {
  const to = startOfWeek(now);
  const late = now.getTime() - to.getTime();
  if (late < GOES_OUT_AFTER_MS || late > TOO_LATE_AFTER_MS) return null;
  return { from: new Date(to.getTime() - WEEK_MS), to };
}

/** Monday 00:00 UTC. */
export function startOfWeek(now: Date): Date {
  const midnight = now.getTime() - (now.getTime() % DAY_MS);
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(midnight - daysSinceMonday * DAY_MS);
}
