import { LRUCache } from 'lru-cache';

const MAX_CLIENTS = 100_000;

interface Counter {
  window: number;
  current: number;
  previous: number;
  /** What others have counted in this window, as last heard. */
  elsewhere: number;
}

/** What is counted together: requests of one client within one scope and window. */
export interface CountedWindow {
  /** A site, or one path of it. */
  scope: string;
  client: string;
  windowMs: number;
  /** Windows since the epoch. */
  window: number;
}

/** Asks the rest of the house for its count; resolves with all counts but ours, or null if it cannot. */
export type SharedCount = (window: CountedWindow, ownCount: number) => Promise<number | null>;

export interface Limit {
  /** Names the counter: a site; or site, path and limit. */
  readonly scope: string;
  readonly requests: number;
  readonly windowMs: number;
}

/**
 * A sliding window per scope and client: this window's count, plus the last one's weighted by how much of it still lies
 * within the window that ends now.
 *
 * Far below the limit the count is local and synchronous. Above `sharedFrom` each request also registers with the
 * shared count and waits for it, so that several workers and nodes keep one limit; if nobody answers in time the local
 * count decides. With `sharedFrom` = 1 / counters, where counters are all workers of all nodes, the limit is kept to
 * within one request per counter where a balancer spreads a client's requests evenly; a counter that gets few of them does
 * not tell of them, so that at worst not quite twice the limit passes. Counts are absolute: where counters come or go,
 * what was counted before is told with the next request that asks.
 */
export class RateLimiter {
  private readonly counters = new LRUCache<string, Counter>({ max: MAX_CLIENTS });
  private readonly shared: SharedCount;
  private sharedFrom: number;

  constructor(shared: SharedCount, sharedFrom: number) {
    this.shared = shared;
    this.sharedFrom = sharedFrom;
  }

  /** Limits are kept by so many counters together from now on. */
  shareAmong(counters: number): void {
    this.sharedFrom = 1 / counters;
  }

  /** True if this request goes over the limit. */
  over(limit: Limit, client: string, nowMs: number): boolean | Promise<boolean> {
    const { scope, requests, windowMs } = limit;
    const counter = this.counterOf(`${scope}|${client}`, Math.floor(nowMs / windowMs));
    counter.current++;
    const local = estimate(counter, windowMs, nowMs);
    if (local > requests) return true;
    if (local < requests * this.sharedFrom && counter.elsewhere === 0) return false;
    const { window, current } = counter;
    return this.shared({ scope, client, windowMs, window }, current).then((elsewhere) => {
      // The answer may be late: what it says of a window that has ended must not count in the next.
      if (elsewhere !== null && counter.window === window) counter.elsewhere = elsewhere;
      return estimate(counter, windowMs, nowMs) > requests;
    });
  }

  private counterOf(key: string, window: number): Counter {
    const known = this.counters.get(key);
    if (known === undefined) {
      const counter = { window, current: 0, previous: 0, elsewhere: 0 };
      this.counters.set(key, counter);
      return counter;
    }
    if (known.window !== window) {
      known.previous = known.window === window - 1 ? known.current + known.elsewhere : 0;
      known.current = 0;
      known.elsewhere = 0;
      known.window = window;
    }
    return known;
  }
}

function estimate(counter: Counter, windowMs: number, nowMs: number): number {
  const left = 1 - (nowMs - counter.window * windowMs) / windowMs;
  return counter.current + counter.elsewhere + counter.previous * Math.max(0, Math.min(1, left));
}
