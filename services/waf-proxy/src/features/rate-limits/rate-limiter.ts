import { LRUCache } from 'lru-cache';
import {
  emptyCount,
  estimate,
  NEAR_LIMIT,
  reportedAtOnce,
  turnTo,
  type WindowCount,
} from './window-count.ts';

const MAX_CLIENTS = 100_000;
/** Requests of one client in one scope and window, which are counted together. */
export interface CountedWindow {
  /** A site, or a path of it. */
  scope: string;
  client: string;
  windowMs: number;
  /** Number of the window since the epoch. */
  window: number;
  /** The client that chose the key, where keys are more than addresses. */
  maker?: string;
}

/** Reports our count and resolves with the sum of all other counters', or null if that fails. */
export type SharedCount = (window: CountedWindow, ownCount: number) => Promise<number | null>;

export interface Limit {
  /** Identifies the counter: a site; or site, path and limit. */
  readonly scope: string;
  readonly requests: number;
  readonly windowMs: number;
}

/**
 * A sliding window per scope and client: the current window's count plus the previous one's, weighted by how much of it
 * still overlaps.
 *
 * Far below the limit, counting is local and synchronous. From `sharedFrom` on, or near the limit by the counts of
 * others, each request also registers with the shared count and waits for it, so that several workers and nodes enforce
 * one limit; without an answer in time the local count decides. With `sharedFrom` = 1 / counters (all workers of all
 * nodes), the limit is exact to one request per counter if a client's requests are balanced evenly. A counter that gets
 * few requests reports every quarter of its share, or every fourth request, without waiting: however unevenly requests
 * are spread, at most a quarter more than the limit passes, or four requests more per counter. Counts are absolute:
 * when counters come or go, earlier counts are reported with the next request.
 */
export class RateLimiter {
  private readonly counters = new LRUCache<string, WindowCount>({ max: MAX_CLIENTS });
  private readonly shared: SharedCount;
  private sharedFrom: number;

  constructor(shared: SharedCount, sharedFrom: number) {
    this.shared = shared;
    this.sharedFrom = sharedFrom;
  }

  /** Sets how many counters enforce the limits together. */
  shareAmong(counters: number): void {
    this.sharedFrom = 1 / counters;
  }

  /** Whether this request exceeds the limit. */
  over(limit: Limit, client: string, nowMs: number): boolean | Promise<boolean> {
    const { scope, requests, windowMs } = limit;
    const counter = this.counterOf(`${scope}|${client}`, Math.floor(nowMs / windowMs));
    counter.current++;
    const local = estimate(counter, windowMs, nowMs);
    if (local > requests) return true;
    const share = requests * this.sharedFrom;
    const isFar =
      local - counter.elsewhere < share && (counter.elsewhere === 0 || local < requests * NEAR_LIMIT);
    if (!isFar)
      return this.ask(limit, client, counter).then(() => estimate(counter, windowMs, nowMs) > requests);
    const isAlone = this.sharedFrom >= 1;
    if (!isAlone && counter.current - counter.reported >= reportedAtOnce(requests, share))
      void this.ask(limit, client, counter);
    return false;
  }

  /** Reports our count and learns those of others. */
  private async ask({ scope, windowMs }: Limit, client: string, counter: WindowCount): Promise<void> {
    const { window, current } = counter;
    counter.reported = current;
    const elsewhere = await this.shared({ scope, client, windowMs, window }, current);
    // A late answer about an earlier window must not count in the current one.
    if (elsewhere !== null && counter.window === window) counter.elsewhere = elsewhere;
  }

  private counterOf(key: string, window: number): WindowCount {
    const known = this.counters.get(key);
    if (known === undefined) {
      const counter = emptyCount(window);
      this.counters.set(key, counter);
      return counter;
    }
    turnTo(window, known);
    return known;
  }
}
