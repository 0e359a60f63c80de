import { createHash } from 'node:crypto';
import type { PathRateLimit as PathRateLimitSetting } from '@palisade/site-policy';
import type { Limit } from './rate-limiter.ts';

/** The window of a site's own limit. */
export const WINDOW_MS = 60_000;

export interface PathRateLimit extends Limit {
  readonly pathPrefix: string;
}

export interface RateLimitsPart {
  /** Requests per client and minute; null: no limit. */
  readonly rateLimit: Limit | null;
  readonly pathRateLimits: readonly PathRateLimit[];
}

export function pathRateLimitOf(siteId: string, limit: PathRateLimitSetting): PathRateLimit {
  const identity = `${limit.requests} ${limit.window_seconds} ${limit.path_prefix}`;
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 12);
  return Object.freeze({
    scope: `${siteId}/${digest}`,
    pathPrefix: limit.path_prefix,
    requests: limit.requests,
    windowMs: limit.window_seconds * 1_000,
  });
}
