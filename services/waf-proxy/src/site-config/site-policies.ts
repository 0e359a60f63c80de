import { createHash } from 'node:crypto';
import type { PathRateLimit as PathRateLimitSetting } from '@palisade/site-policy';
import type { SiteSettings } from '@palisade/site-policy/wire';

/** How one site's responses are cached, beyond what RFC 9111 says. Times in milliseconds. */
export interface CachePolicy {
  /** For responses without any freshness of their own; 0: those are not stored. */
  readonly defaultTtlMs: number;
  readonly ignoredQueryParameters: ReadonlySet<string>;
  readonly staleWhileRevalidateMs: number;
  readonly staleIfErrorMs: number;
}

export interface BotPolicy {
  readonly challenge: SiteSettings['bot_challenge'];
  readonly clearanceMs: number;
  readonly apiPathPrefixes: readonly string[];
}

export type DdosLevel = SiteSettings['ddos_protection_level'];

export interface UploadScanPolicy {
  readonly failClosed: boolean;
  /** Uploads beyond the scanner's limit pass, logged as not scanned. */
  readonly passOverLimit: boolean;
}

export interface PathRateLimit {
  /** Names the counter: site, path and limit. */
  readonly scope: string;
  readonly pathPrefix: string;
  readonly requests: number;
  readonly windowMs: number;
}

export function cachePolicyOf(settings: SiteSettings): CachePolicy {
  return Object.freeze({
    defaultTtlMs: settings.cache_default_ttl_seconds * 1_000,
    ignoredQueryParameters: new Set(settings.cache_ignored_query_parameters),
    staleWhileRevalidateMs: settings.cache_stale_while_revalidate_seconds * 1_000,
    staleIfErrorMs: settings.cache_stale_if_error_seconds * 1_000,
  });
}

export function botPolicyOf(settings: SiteSettings): BotPolicy {
  return Object.freeze({
    challenge: settings.bot_challenge,
    clearanceMs: settings.challenge_clearance_seconds * 1_000,
    apiPathPrefixes: settings.api_path_prefixes,
  });
}

/** Null: uploads are not scanned. */
export function uploadScanOf(settings: SiteSettings): UploadScanPolicy | null {
  if (settings.upload_scanning === 'off') return null;
  return Object.freeze({
    failClosed: settings.upload_scanning === 'fail_closed',
    passOverLimit: settings.upload_scan_over_limit === 'pass',
  });
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
