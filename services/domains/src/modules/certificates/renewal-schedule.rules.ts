import { backoff, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@palisade/basics';

const FIRST_PAUSE = MINUTE_MS;
const MAX_PAUSE = 12 * HOUR_MS;
/** A valid certificate is looked at so often: is it revoked, does its authority want it renewed earlier? */
const CHECK_INTERVAL_MS = 6 * HOUR_MS;
/** The owner hears that an uploaded certificate ends; of a short-lived one when a third of its life remains. */
export const WARN_BEFORE_END = 14 * DAY_MS;
/** From then on one of ours is obtained, so that the site does not break when the uploaded one ends. */
export const STAND_IN_BEFORE_END = 3 * DAY_MS;

/** What cannot be renewed for now, since nobody may order for it, is looked at so often. */
export const IDLE_CHECK_INTERVAL_MS = DAY_MS;

type Random = () => number;

/**
 * When to try again after so many failures in a row: exponential, with jitter over the upper half, so that many that
 * failed together do not come back together. What the authority asked for counts if it is longer.
 */
export function pauseAfterFailure(attempts: number, retryAfterSeconds: number, random: Random = Math.random) {
  const longest = backoff(attempts, FIRST_PAUSE, MAX_PAUSE);
  const asked = retryAfterSeconds * SECOND_MS * (1 + random() / 10);
  return Math.max(longest * (0.5 + random() / 2), asked);
}

/** A third of its life before the end, a little earlier or later for each. */
export function renewalTime(notBefore: Date, notAfter: Date, random: Random = Math.random): Date {
  const life = notAfter.getTime() - notBefore.getTime();
  return new Date(notAfter.getTime() - life / 3 - (random() * life) / 30);
}

/**
 * When to renew, after the authority said when it would like that: our own time stands unless it comes too late for it;
 * then it is one within the window, at random, as all clients are asked to choose.
 */
export function plannedRenewal(
  renewAt: Date,
  window: { start: Date; end: Date } | null,
  random: Random = Math.random,
): Date {
  if (window === null || renewAt <= window.end) return renewAt;
  return new Date(window.start.getTime() + random() * (window.end.getTime() - window.start.getTime()));
}

/** The next look at a valid certificate, which is its renewal if that comes first. */
export function nextCheckAt(renewAt: Date, now = new Date(), random: Random = Math.random): Date {
  const look = now.getTime() + CHECK_INTERVAL_MS * (0.75 + random() / 2);
  return new Date(Math.min(look, Math.max(renewAt.getTime(), now.getTime())));
}

/** When something is to be done about an uploaded certificate: the warning, then its end. */
export function nextCheckOfUploadedAt(notBefore: Date, notAfter: Date, isTold: boolean): Date {
  if (isTold) return notAfter;
  const life = notAfter.getTime() - notBefore.getTime();
  return new Date(notAfter.getTime() - Math.min(WARN_BEFORE_END, life / 3));
}
