import type { SiteSettings } from '@palisade/site-policy/wire';
import type { Feature } from '../../request/feature.ts';
import type { CachePart, CachePolicy } from './cache-policy.ts';
import { CACHE_COUNTERS, type CacheServices } from './cache-services.ts';

const NOTHING_STORED: CachePart = { cache: null };

/** Has no phase: it comes last, in place of the origin; see `serveOrForward`. */
export const cache = {
  name: 'cache',
  killSwitches: ['cache'],
  compile: ({ settings }): CachePart =>
    settings.enable_caching ? { cache: policyOf(settings) } : NOTHING_STORED,
  withSwitchesOff: (part, off) => (off.has('cache') ? NOTHING_STORED : part),
  counters: CACHE_COUNTERS,
} as const satisfies Feature<CachePart, CacheServices>;

function policyOf(settings: Readonly<SiteSettings>): CachePolicy {
  return Object.freeze({
    defaultTtlMs: settings.cache_default_ttl_seconds * 1_000,
    ignoredQueryParameters: new Set(settings.cache_ignored_query_parameters),
    staleWhileRevalidateMs: settings.cache_stale_while_revalidate_seconds * 1_000,
    staleIfErrorMs: settings.cache_stale_if_error_seconds * 1_000,
    tiered: settings.tiered_cache,
  });
}
