import { createHash } from 'node:crypto';
import { edgeV1 } from '@palisade/contracts';

/** How one site's responses are cached, beyond what RFC 9111 says. Times in milliseconds. */
export interface CachePolicy {
  /** For responses without any freshness of their own; 0: those are not stored. */
  readonly defaultTtlMs: number;
  readonly ignoredQueryParameters: ReadonlySet<string>;
  readonly staleWhileRevalidateMs: number;
  readonly staleIfErrorMs: number;
}

export interface BotPolicy {
  readonly challenge: 'off' | 'suspicious' | 'all';
  readonly clearanceMs: number;
  readonly apiPathPrefixes: readonly string[];
}

export type DdosLevel = 'none' | 'low' | 'medium' | 'high';

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

const DEFAULT_CLEARANCE_SECONDS = 3_600;

export function cachePolicyOf(settings: edgeV1.CacheSettings | undefined): CachePolicy {
  return Object.freeze({
    defaultTtlMs: (settings?.defaultTtlSeconds ?? 0) * 1_000,
    ignoredQueryParameters: new Set(settings?.ignoredQueryParameters),
    staleWhileRevalidateMs: (settings?.staleWhileRevalidateSeconds ?? 0) * 1_000,
    staleIfErrorMs: (settings?.staleIfErrorSeconds ?? 0) * 1_000,
  });
}

const CHALLENGES: Readonly<Record<edgeV1.ChallengeMode, BotPolicy['challenge']>> = {
  [edgeV1.ChallengeMode.UNSPECIFIED]: 'suspicious',
  [edgeV1.ChallengeMode.OFF]: 'off',
  [edgeV1.ChallengeMode.SUSPICIOUS]: 'suspicious',
  [edgeV1.ChallengeMode.ALL]: 'all',
};

export function botPolicyOf(settings: edgeV1.BotSettings | undefined): BotPolicy {
  return Object.freeze({
    challenge: CHALLENGES[settings?.challenge ?? edgeV1.ChallengeMode.UNSPECIFIED],
    clearanceMs: (settings?.clearanceSeconds ?? DEFAULT_CLEARANCE_SECONDS) * 1_000,
    apiPathPrefixes: settings?.apiPathPrefixes ?? [],
  });
}

export function uploadScanOf(settings: edgeV1.UploadScan): UploadScanPolicy {
  return Object.freeze({
    failClosed: settings.onScannerFailure === edgeV1.FailurePolicy.CLOSED,
    passOverLimit: settings.overLimit === edgeV1.UploadOverLimit.PASS,
  });
}

export function pathRateLimitOf(siteId: string, limit: edgeV1.PathRateLimit): PathRateLimit {
  const identity = `${limit.requests} ${limit.windowSeconds} ${limit.pathPrefix}`;
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 12);
  return Object.freeze({
    scope: `${siteId}/${digest}`,
    pathPrefix: limit.pathPrefix,
    requests: limit.requests,
    windowMs: limit.windowSeconds * 1_000,
  });
}
