import type { LiveFigures } from './live-figures.schema.ts';

/** What the edge did for all sites together. */
export interface InstallationSum {
  since: Date;
  sites: number;
  requests: number;
  blocked: number;
  /** Of the site with the most requests, and of the one with the most that were blocked. */
  largestRequests: number;
  largestBlocked: number;
}

/** Of fewer sites a sum tells what one of them has. */
const MIN_SITES = 3;
/** Nor may one site be nearly all of a sum. */
const MAX_SHARE = 0.9;
/** Less is nothing to show. */
const MIN_BLOCKED = 100;
const DIGITS = 2;

/** What may be told to strangers: rounded down, so that it is never more than there was, and one site's change is not read from it. */
export function publicFigures(sum: InstallationSum): LiveFigures['figures'] {
  const { since, sites, requests, blocked, largestRequests, largestBlocked } = sum;
  if (sites < MIN_SITES || blocked < MIN_BLOCKED) return null;
  if (largestRequests > requests * MAX_SHARE || largestBlocked > blocked * MAX_SHARE) return null;
  return {
    since: since.toISOString(),
    sites: roundedDown(sites),
    requests: roundedDown(requests),
    blocked: roundedDown(blocked),
  };
}

function roundedDown(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - DIGITS);
  return Math.floor(count / unit) * unit;
}
