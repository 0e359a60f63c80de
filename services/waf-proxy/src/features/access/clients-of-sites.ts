import type { ShareOfSites } from '@palisade/edge-state';

/** What has ended is looked for when there is no room, and at most so often. */
const SWEPT_EACH_MS = 10_000;

/** Until then, in ms since the epoch. */
interface Ending {
  readonly untilMs: number;
}

/**
 * Clients that a site knows for a time, banned or on its lists. Strangers make them: where a site has no more room its own
 * oldest give way, never another site's. Once all sites together fill the table, a site keeps as many as it has, and a few in
 * any case.
 */
export class ClientsOfSites<Held extends Ending> {
  private readonly bySite = new Map<string, Map<string, Held>>();
  private readonly limits: ShareOfSites;
  private held = 0;
  private sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(limits: ShareOfSites) {
    this.limits = limits;
  }

  get size(): number {
    return this.held;
  }

  get(siteId: string, name: string): Held | undefined {
    return this.bySite.get(siteId)?.get(name);
  }

  /** Makes it the newest of its site, also where it was there before. */
  set(siteId: string, name: string, held: Held, nowMs: number): void {
    const before = this.bySite.get(siteId);
    if (before?.delete(name)) {
      before.set(name, held);
      return;
    }
    if (this.isFull(siteId)) this.sweep(nowMs);
    if (this.isFull(siteId)) this.dropOldest(siteId);
    let own = this.bySite.get(siteId);
    if (own === undefined) {
      own = new Map();
      this.bySite.set(siteId, own);
    }
    own.set(name, held);
    this.held++;
  }

  delete(siteId: string, name: string): void {
    const own = this.bySite.get(siteId);
    if (own === undefined || !own.delete(name)) return;
    this.held--;
    if (own.size === 0) this.bySite.delete(siteId);
  }

  /** As sites have them, those of a site in the order in which they came. */
  *[Symbol.iterator](): Generator<[siteId: string, name: string, held: Held]> {
    for (const [siteId, own] of this.bySite) for (const [name, held] of own) yield [siteId, name, held];
  }

  private isFull(siteId: string): boolean {
    const own = this.bySite.get(siteId)?.size ?? 0;
    return own >= this.limits.perSite || (this.held >= this.limits.all && own >= this.limits.anySite);
  }

  private dropOldest(siteId: string): void {
    const [oldest] = this.bySite.get(siteId)!.keys();
    this.delete(siteId, oldest!);
  }

  private sweep(nowMs: number): void {
    if (nowMs - this.sweptAtMs < SWEPT_EACH_MS) return;
    this.sweptAtMs = nowMs;
    for (const [siteId, name, { untilMs }] of this) if (untilMs <= nowMs) this.delete(siteId, name);
  }
}
