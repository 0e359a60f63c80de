import { backoff, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@palisade/basics';

const FIRST_PAUSE = MINUTE_MS;
const MAX_PAUSE = 12 * HOUR_MS;
/** Interval of checking a valid certificate for revocation and earlier renewal, ms. */
const CHECK_INTERVAL_MS = 6 * HOUR_MS;
/**
 * How long before an uploaded certificate expires its owner is warned; of a short-lived one, when a third of its life
 * remains.
 */
export const WARN_BEFORE_END = 14 * DAY_MS;
/** How long before an uploaded certificate expires one is obtained to replace it. */
export const STAND_IN_BEFORE_END = 3 * DAY_MS;

/** Interval of checking certificates that cannot be renewed for now, ms. */
export const IDLE_CHECK_INTERVAL_MS = DAY_MS;

type Random = () => number;

/**
 * Next attempt after repeated failures: exponential backoff with jitter over the upper half, so that simultaneous
 * failures do not retry simultaneously. The authority's own wait counts if it is longer.
 */
export function pauseAfterFailure(attempts: number, retryAfterSeconds: number, random: Random = Math.random) {
  const longest = backoff(attempts, FIRST_PAUSE, MAX_PAUSE);
  const asked = retryAfterSeconds * SECOND_MS * (1 + random() / 10);
  return Math.max(longest * (0.5 + random() / 2), asked);
}

/** When a third of its life remains, a little earlier or later at random. */
export function renewalTime(notBefore: Date, notAfter: Date, random: Random = Math.random): Date {
  const life = notAfter.getTime() - notBefore.getTime();
  return new Date(notAfter.getTime() - life / 3 - (random() * life) / 30);
}

/**
 * Renewal time, given the authority's wish: our own time, unless it is later; then a random time within the window, as
 * all clients are asked to choose.
 */
export function plannedRenewal(
  renewAt: Date,
  window: { start: Date; end: Date } | null,
  random: Random = Math.random,
): Date {
  if (window === null || renewAt <= window.end) return renewAt;
  return new Date(window.start.getTime() + random() * (window.end.getTime() - window.start.getTime()));
}

/** Next check of a valid certificate; its renewal if that comes first. */
export function nextCheckAt(renewAt: Date, now = new Date(), random: Random = Math.random): Date {
  const look = now.getTime() + CHECK_INTERVAL_MS * (0.75 + random() / 2);
  return new Date(Math.min(look, Math.max(renewAt.getTime(), now.getTime())));
}

/** Next action for an uploaded certificate: the warning, then its expiry. */
export function nextCheckOfUploadedAt(notBefore: Date, notAfter: Date, isNotified: boolean): Date {
  if (isNotified) return notAfter;
  const life = notAfter.getTime() - notBefore.getTime();
  return new Date(notAfter.getTime() - Math.min(WARN_BEFORE_END, life / 3));
}
