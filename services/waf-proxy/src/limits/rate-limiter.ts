import { LRUCache } from 'lru-cache';

export const WINDOW_MS = 60_000;
const MAX_CLIENTS = 100_000;

interface Counter {
  window: number;
  current: number;
  previous: number;
  /** What others have counted in this window, as last heard. */
  elsewhere: number;
}

/** Asks the rest of the house for its count of a client; resolves with all counts but ours, or null if it cannot. */
export type SharedCount = (
  siteId: string,
  client: string,
  window: number,
  ownCount: number,
) => Promise<number | null>;

/**
 * A sliding window per site and client: this minute's count, plus the last minute's weighted by how much of it still
 * lies within the past 60 s.
 *
 * Far below the limit the count is local and synchronous. Above `sharedFrom` each request also registers with the
 * shared count and waits for it, so that several workers and nodes keep one limit; if nobody answers in time the local
 * count decides. With `sharedFrom` = 1 / counters, where counters are all workers of all nodes, the limit is kept to
 * within one request per counter; unevenly spread traffic only makes it more exact.
 */
export class RateLimiter {
  readonly #counters = new LRUCache<string, Counter>({ max: MAX_CLIENTS });
  readonly #shared: SharedCount;
  readonly #sharedFrom: number;

  constructor(shared: SharedCount, sharedFrom: number) {
    this.#shared = shared;
    this.#sharedFrom = sharedFrom;
  }

  /** True if this request goes over the limit. */
  over(siteId: string, client: string, limit: number, nowMs: number): boolean | Promise<boolean> {
    const counter = this.#counterOf(`${siteId}|${client}`, nowMs);
    counter.current += 1;
    const local = estimate(counter, nowMs);
    if (local > limit) return true;
    if (local < limit * this.#sharedFrom && counter.elsewhere === 0) return false;
    return this.#shared(siteId, client, counter.window, counter.current).then((elsewhere) => {
      if (elsewhere !== null) counter.elsewhere = elsewhere;
      return estimate(counter, nowMs) > limit;
    });
  }

  #counterOf(key: string, nowMs: number): Counter {
    const window = Math.floor(nowMs / WINDOW_MS);
    const known = this.#counters.get(key);
    if (known === undefined) {
      const counter = { window, current: 0, previous: 0, elsewhere: 0 };
      this.#counters.set(key, counter);
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

function estimate(counter: Counter, nowMs: number): number {
  const left = 1 - (nowMs - counter.window * WINDOW_MS) / WINDOW_MS;
  return counter.current + counter.elsewhere + counter.previous * Math.max(0, Math.min(1, left));
}
