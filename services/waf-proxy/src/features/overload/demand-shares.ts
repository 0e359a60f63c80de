import { type Holder, sharesOf } from '../../io/shares/holder.ts';
import type { Shares } from '../../io/shares/pools.ts';

const WINDOW_MS = 1_000;
const CLIENT_SHARES: Shares = { client: 1 / 16, network: 1 / 8 };
const SITE_SHARES: Shares = { site: 1 / 4, owner: 1 / 4 };
/** Maximum number of clients and sites counted per window; those that arrive when the table is full count as fair. */
const MAX_COUNTED = 50_000;

/** Who exceeds their fair share of a worker's time, the worst last. */
export const Greed = { None: 0, Site: 1, Client: 2 } as const;
export type Greed = (typeof Greed)[keyof typeof Greed];

class Window {
  readonly counts = new Map<string, number>();
  readonly byGreed: [number, number, number] = [0, 0, 0];
  total = 0;
}

/** Counts requests per client and site in consecutive windows, while the worker is overloaded. */
export class DemandShares {
  private now = new Window();
  private before = new Window();
  private windowAt = 0;

  ask(holder: Holder, nowMs: number): Greed {
    this.turnTo(nowMs);
    this.now.total++;
    // Both must be counted, whatever the first one returns.
    const client = this.isOver(holder, CLIENT_SHARES);
    const site = this.isOver(holder, SITE_SHARES);
    const greed = client ? Greed.Client : site ? Greed.Site : Greed.None;
    this.now.byGreed[greed]++;
    return greed;
  }

  /**
   * Share of the requests of one `Greed` to refuse so that `part` of all are refused, the greediest first.
   *
   * @param most maximum share for one `Greed`
   */
  partOf(greed: Greed, part: number, most: number): number {
    let left = part * (this.now.total + this.before.total);
    for (const each of [Greed.Client, Greed.Site, Greed.None]) {
      const count = this.now.byGreed[each] + this.before.byGreed[each];
      const refused = count === 0 ? 0 : Math.min(most, left / count);
      if (each === greed) return refused;
      left = Math.max(0, left - refused * count);
    }
    return 0;
  }

  private turnTo(nowMs: number): void {
    const passed = nowMs - this.windowAt;
    if (passed >= 0 && passed < WINDOW_MS) return;
    this.before = passed >= 0 && passed < 2 * WINDOW_MS ? this.now : new Window();
    this.now = new Window();
    this.windowAt = nowMs;
  }

  private isOver(holder: Holder, shares: Shares): boolean {
    const total = this.now.total + this.before.total;
    let isOver = false;
    for (const [key, share] of sharesOf(holder, shares)) {
      const known = this.now.counts.get(key);
      if (known === undefined && this.now.counts.size >= MAX_COUNTED) continue;
      const count = (known ?? 0) + 1;
      this.now.counts.set(key, count);
      if (count + (this.before.counts.get(key) ?? 0) > Math.max(1, total * share)) isOver = true;
    }
    return isOver;
  }
}
