import type { FairCounter } from '../../io/shares/fair-counter.ts';
import type { CountersOf } from '../../request/feature.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { ResponseHooks } from '../../request/response-hooks.ts';
import type { Site } from '../../request/site.ts';
import type { PhaseResult } from '../../request/verdict.ts';
import type { CachePart } from './cache-policy.ts';
import type { CacheStore } from './cache-store.ts';

/** The parts of a site that the cache reads. */
export type CachedSite = Site & CachePart & { readonly compression: boolean };
export type CacheRequest = RequestContext<CachedSite>;

export const CACHE_COUNTERS = {
  cacheHits: 'Requests answered from the cache',
  cacheMisses: 'Requests of caching sites for which an origin was asked',
  peerAnswers: 'Misses that another edge node has answered',
  peerFallbacks: 'Misses for which the origin was asked because another edge node had no answer',
} as const;

export interface CacheServices {
  /** Null: this node stores nothing. */
  cache: CacheStore | null;
  /** Forgets a key on all workers of the node. */
  invalidate(key: string): void;
  /** Asks the origin and ends the request with its response. `hooks`: the cache's part in it. */
  forward(request: CacheRequest, hooks: ResponseHooks | null): void;
  /** Runs the rules on a request that the cache makes itself. */
  inspect(request: CacheRequest): PhaseResult;
  pools: { readonly cacheRefreshes: FairCounter; readonly compressors: FairCounter };
  counters: CountersOf<typeof CACHE_COUNTERS>;
  reportFault(code: string, request: RequestContext, error: unknown): void;
}
