import { createHash } from 'node:crypto';
import type { PathRateLimit as PathRateLimitSetting } from '@palisade/site-policy';
import { type OwnerPaths, pathsBelow } from '../../request/owner-paths.ts';
import type { LimitRules } from './limit-rule.ts';
import type { Limit } from './rate-limiter.ts';

/** Window of a site's own limit, ms. */
export const WINDOW_MS = 60_000;

export interface PathRateLimit extends Limit {
  readonly paths: OwnerPaths;
}

export interface RateLimitsPart {
  /** Requests per client and minute; null: no limit. */
  readonly rateLimit: Limit | null;
  readonly pathRateLimits: readonly PathRateLimit[];
  /** Null: none. */
  readonly limitRules: LimitRules | null;
}

export function pathRateLimitOf(siteId: string, limit: PathRateLimitSetting): PathRateLimit {
  const identity = `${limit.requests} ${limit.window_seconds} ${limit.path_prefix}`;
  return Object.freeze({
    scope: `${siteId}/${digestOfIdentity(identity)}`,
    paths: pathsBelow([limit.path_prefix]),
    requests: limit.requests,
    windowMs: limit.window_seconds * 1_000,
  });
}

/** Identifies a counter as long as what it counts stays the same. */
export const digestOfIdentity = (identity: string): string =>
  createHash('sha256').update(identity).digest('base64url').slice(0, 12);
