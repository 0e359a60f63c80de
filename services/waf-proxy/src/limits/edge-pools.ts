import { FairCounter } from './fair-counter.ts';
import { FairPool } from './fair-pool.ts';
import { POOL_NAMES, POOLS, type PoolName, type PoolState } from './pools.ts';

export type PoolBounds = Partial<Record<PoolName, number>>;

/** The pools of one worker; see POOLS. */
export class EdgePools {
  readonly waitingBodies: FairPool;
  readonly unreadBodies: FairPool;
  readonly waitingResponses: FairPool;
  readonly webSocketMessages: FairPool;
  readonly connections: FairPool;
  readonly requests: FairCounter;
  readonly uploadScans: FairCounter;
  readonly uploadSpool: FairCounter;
  readonly challengeSolutions: FairCounter;
  readonly crawlerLookups: FairCounter;
  readonly cacheRefreshes: FairCounter;
  /** One for each origin. */
  readonly #origins = new Set<FairCounter>();
  #refusedByOrigins = 0;
  readonly #bounds: PoolBounds;

  /** @param bounds instead of the usual ones. */
  constructor(bounds: PoolBounds = {}) {
    this.#bounds = bounds;
    const pool = (name: PoolName) => new FairPool(POOLS[name], bounds[name]);
    this.waitingBodies = pool('waiting_bodies');
    this.unreadBodies = pool('unread_bodies');
    this.waitingResponses = pool('waiting_responses');
    this.webSocketMessages = pool('websocket_messages');
    this.connections = pool('connections');
    this.requests = this.#counter('requests');
    this.uploadScans = this.#counter('upload_scans');
    this.uploadSpool = this.#counter('upload_spool');
    this.challengeSolutions = this.#counter('challenge_solutions');
    this.crawlerLookups = this.#counter('crawler_lookups');
    this.cacheRefreshes = this.#counter('cache_refreshes');
  }

  /** The connections to one origin; `forget` it when there are none any more. */
  ofOrigin(): FairCounter {
    const counter = this.#counter('origin_connections');
    this.#origins.add(counter);
    return counter;
  }

  forget(origin: FairCounter): void {
    this.#refusedByOrigins += origin.state.refused;
    this.#origins.delete(origin);
  }

  get originBound(): number {
    return this.#bounds.origin_connections ?? POOLS.origin_connections.bound;
  }

  states(): Record<PoolName, PoolState> {
    const states = POOL_NAMES.map((name) => [name, this.#stateOf(name)]);
    return Object.fromEntries(states) as Record<PoolName, PoolState>;
  }

  #stateOf(name: PoolName): PoolState {
    switch (name) {
      case 'waiting_bodies':
        return this.waitingBodies.state;
      case 'unread_bodies':
        return this.unreadBodies.state;
      case 'waiting_responses':
        return this.waitingResponses.state;
      case 'websocket_messages':
        return this.webSocketMessages.state;
      case 'connections':
        return this.connections.state;
      case 'requests':
        return this.requests.state;
      case 'origin_connections':
        return this.#stateOfOrigins();
      case 'upload_scans':
        return this.uploadScans.state;
      case 'upload_spool':
        return this.uploadSpool.state;
      case 'challenge_solutions':
        return this.challengeSolutions.state;
      case 'crawler_lookups':
        return this.crawlerLookups.state;
      case 'cache_refreshes':
        return this.cacheRefreshes.state;
    }
  }

  #stateOfOrigins(): PoolState {
    const sum: PoolState = { used: 0, refused: this.#refusedByOrigins, shed: 0 };
    for (const { state } of this.#origins) {
      sum.used += state.used;
      sum.refused += state.refused;
    }
    return sum;
  }

  #counter(name: PoolName): FairCounter {
    return new FairCounter(POOLS[name], this.#bounds[name]);
  }
}
