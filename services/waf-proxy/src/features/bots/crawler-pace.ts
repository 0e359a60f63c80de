import { LRUCache } from 'lru-cache';

const REMEMBERED = 10_000;
/** Average interval between requests of a crawler; a few may come at once. */
const INTERVAL_MS = 2_000;
const BURST_SIZE = 10;

/** How fast crawlers of one name visit one site; each worker counts by itself. */
export class CrawlerPace {
  /** When the requests so far would have been due at a steady pace. */
  private readonly due = new LRUCache<string, number>({ max: REMEMBERED });

  /** @returns seconds to wait; 0: it may pass */
  secondsToWait(siteId: string, crawler: string, nowMs: number): number {
    const key = `${siteId}|${crawler}`;
    const due = Math.max(this.due.get(key) ?? 0, nowMs);
    const ahead = due - nowMs - (BURST_SIZE - 1) * INTERVAL_MS;
    if (ahead > 0) return Math.ceil(ahead / 1_000);
    this.due.set(key, due + INTERVAL_MS);
    return 0;
  }
}
