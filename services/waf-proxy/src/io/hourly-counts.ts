import { HOUR_MS } from '@palisade/basics';
import { LRUCache } from 'lru-cache';

/** How often each of a bounded number of keys came within an hour; the one that came longest ago is forgotten first. */
export class HourlyCounts {
  private readonly counts: LRUCache<string, number>;

  /** @param now for tests */
  constructor(max: number, now: () => number = () => performance.now()) {
    this.counts = new LRUCache({ max, ttl: HOUR_MS, perf: { now }, ttlResolution: 0 });
  }

  /** Counts one more; the hour begins with the key's first. */
  add(key: string): number {
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count, { noUpdateTTL: true });
    return count;
  }
}
