import type { LiveFigures } from './live-figures.schema.ts';

/** The edge's figures for all sites together. */
export interface InstallationSum {
  since: Date;
  sites: number;
  requests: number;
  blocked: number;
  /** The largest number of requests, and of blocked requests, of any one site. */
  largestRequests: number;
  largestBlocked: number;
}

/** With fewer sites a sum reveals the figures of one of them. */
const MIN_SITES = 3;
/** Nor may one site make up nearly all of a sum. */
const MAX_SHARE = 0.9;
/** Smaller figures are not worth showing. */
const MIN_BLOCKED = 100;
const DIGITS = 2;

/** Figures for strangers: rounded down, so that they never exaggerate, and do not reveal one site's changes. */
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
