import { LRUCache } from 'lru-cache';
import { windowEstimate } from './window-estimate.ts';

interface Windows {
  index: number;
  current: number;
  previous: number;
}

/** Counts calls in this process only. Bounded: the addresses seen longest ago are dropped. */
export class LocalCounters {
  private readonly windows = new LRUCache<string, Windows>({ max: 50_000 });

  /** Counts a call and returns the number in the window before `now` (ms). */
  hit(key: string, windowMs: number, now: number): number {
    const index = Math.floor(now / windowMs);
    const known = this.windows.get(key);
    const windows =
      known?.index === index
        ? known
        : { index, current: 0, previous: known?.index === index - 1 ? known.current : 0 };
    windows.current++;
    this.windows.set(key, windows);
    return windowEstimate(windows.previous, windows.current, (now % windowMs) / windowMs);
  }
}
