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
/** What is counted together: requests of one client within one scope and window. */
export interface CountedWindow {
  /** A site, or one path of it. */
  scope: string;
  client: string;
  windowMs: number;
  /** Windows since the epoch. */
  window: number;
  /** Who has made up the client's name, where clients are told apart by more than their addresses. */
  maker?: string;
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
 * Far below the limit the count is local and synchronous. From `sharedFrom` on, or near the limit by what others have told,
 * each request also registers with the shared count and waits for it, so that several workers and nodes keep one limit; if
 * nobody answers in time the local count decides. With `sharedFrom` = 1 / counters, where counters are all workers of all
 * nodes, the limit is kept to within one request per counter where a balancer spreads a client's requests evenly. A counter
 * that gets few of them tells of every quarter of its share, or every fourth request, and does not wait: however unevenly
 * they come, at most a quarter more than the limit passes, or four requests more for each counter. Counts are absolute: where counters come or go, what was counted before is told with
 * the next request that asks.
 */
export class RateLimiter {
  private readonly counters = new LRUCache<string, WindowCount>({ max: MAX_CLIENTS });
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

  /** Tells the others, and hears of them. */
  private async ask({ scope, windowMs }: Limit, client: string, counter: WindowCount): Promise<void> {
    const { window, current } = counter;
    counter.reported = current;
    const elsewhere = await this.shared({ scope, client, windowMs, window }, current);
    // The answer may be late: what it says of a window that has ended must not count in the next.
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
