import { FairCounter } from './fair-counter.ts';
import { FairPool } from './fair-pool.ts';
import { POOL_NAMES, POOLS, type PoolName, type PoolState } from './pools.ts';

/** Pools that exist once per origin. */
type OriginPoolName = 'origin_connections' | 'origin_streams';

export type PoolBounds = Partial<Record<PoolName, number>>;

/** The pools of one worker; see POOLS. */
export class EdgePools {
  readonly waitingBodies: FairPool;
  readonly unreadBodies: FairPool;
  readonly waitingResponses: FairPool;
  readonly webSocketMessages: FairPool;
  readonly webSockets: FairPool;
  readonly connections: FairPool;
  readonly requests: FairCounter;
  readonly uploadScans: FairCounter;
  readonly uploadSpool: FairCounter;
  readonly challengeSolutions: FairCounter;
  readonly crawlerLookups: FairCounter;
  readonly passwordLookups: FairCounter;
  readonly tarpit: FairCounter;
  readonly compressors: FairCounter;
  readonly originLookups: FairCounter;
  readonly coldSites: FairCounter;
  readonly cacheRefreshes: FairCounter;
  /** One counter per origin. */
  private readonly origins: Record<OriginPoolName, Set<FairCounter>> = {
    origin_connections: new Set(),
    origin_streams: new Set(),
  };
  private readonly refusedByOrigins: Record<OriginPoolName, number> = {
    origin_connections: 0,
    origin_streams: 0,
  };
  private readonly bounds: PoolBounds;

  /** @param bounds overrides of the usual bounds */
  constructor(bounds: PoolBounds = {}) {
    this.bounds = bounds;
    const pool = (name: PoolName) => new FairPool(POOLS[name], bounds[name]);
    this.waitingBodies = pool('waiting_bodies');
    this.unreadBodies = pool('unread_bodies');
    this.waitingResponses = pool('waiting_responses');
    this.webSocketMessages = pool('websocket_messages');
    this.webSockets = pool('websockets');
    this.connections = pool('connections');
    this.requests = this.counter('requests');
    this.uploadScans = this.counter('upload_scans');
    this.uploadSpool = this.counter('upload_spool');
    this.challengeSolutions = this.counter('challenge_solutions');
    this.crawlerLookups = this.counter('crawler_lookups');
    this.passwordLookups = this.counter('password_lookups');
    this.tarpit = this.counter('tarpit');
    this.compressors = this.counter('compressors');
    this.originLookups = this.counter('origin_lookups');
    this.coldSites = this.counter('cold_sites');
    this.cacheRefreshes = this.counter('cache_refreshes');
  }

  /** Counter of the connections, or streams, to one origin. Call `forget` when the last one has closed. */
  ofOrigin(name: OriginPoolName): FairCounter {
    const counter = this.counter(name);
    this.origins[name].add(counter);
    return counter;
  }

  forget(name: OriginPoolName, origin: FairCounter): void {
    this.refusedByOrigins[name] += origin.state.refused;
    this.origins[name].delete(origin);
  }

  boundOf(name: PoolName): number {
    return this.bounds[name] ?? POOLS[name].bound;
  }

  states(): Record<PoolName, PoolState> {
    const states = POOL_NAMES.map((name) => [name, this.stateOf(name)]);
    return Object.fromEntries(states) as Record<PoolName, PoolState>;
  }

  private stateOf(name: PoolName): PoolState {
    switch (name) {
      case 'waiting_bodies':
        return this.waitingBodies.state;
      case 'unread_bodies':
        return this.unreadBodies.state;
      case 'waiting_responses':
        return this.waitingResponses.state;
      case 'websocket_messages':
        return this.webSocketMessages.state;
      case 'websockets':
        return this.webSockets.state;
      case 'connections':
        return this.connections.state;
      case 'requests':
        return this.requests.state;
      case 'origin_connections':
      case 'origin_streams':
        return this.stateOfOrigins(name);
      case 'upload_scans':
        return this.uploadScans.state;
      case 'upload_spool':
        return this.uploadSpool.state;
      case 'challenge_solutions':
        return this.challengeSolutions.state;
      case 'crawler_lookups':
        return this.crawlerLookups.state;
      case 'password_lookups':
        return this.passwordLookups.state;
      case 'tarpit':
        return this.tarpit.state;
      case 'compressors':
        return this.compressors.state;
      case 'origin_lookups':
        return this.originLookups.state;
      case 'cold_sites':
        return this.coldSites.state;
      case 'cache_refreshes':
        return this.cacheRefreshes.state;
    }
  }

  private stateOfOrigins(name: OriginPoolName): PoolState {
    const sum: PoolState = {
      used: 0,
      bound: this.boundOf(name),
      refused: this.refusedByOrigins[name],
      shed: 0,
    };
    for (const { state } of this.origins[name]) {
      sum.used += state.used;
      sum.refused += state.refused;
    }
    return sum;
  }

  private counter(name: PoolName): FairCounter {
    return new FairCounter(POOLS[name], this.bounds[name]);
  }
}
