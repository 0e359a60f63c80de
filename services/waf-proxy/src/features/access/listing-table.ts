import { LISTING_LIMITS } from '@palisade/edge-state';

type ListingLimits = Readonly<Record<keyof typeof LISTING_LIMITS, number>>;

/** What has ended is looked for when there is no room, and at most so often. */
const SWEPT_EACH_MS = 10_000;

export interface HeldListing {
  readonly untilMs: number;
  /** Other workers and nodes know of it. */
  readonly told: boolean;
}

/**
 * Clients on lists for a time, by site. Strangers make them: where a site has no more room its own oldest give way, never
 * another site's. Once all sites together fill the table, a site keeps as many as it has, and a few in any case.
 */
export class ListingTable {
  private readonly bySite = new Map<string, Map<string, HeldListing>>();
  private readonly limits: ListingLimits;
  private held = 0;
  private sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(limits: ListingLimits = LISTING_LIMITS) {
    this.limits = limits;
  }

  get size(): number {
    return this.held;
  }

  get(siteId: string, name: string): HeldListing | undefined {
    return this.bySite.get(siteId)?.get(name);
  }

  set(siteId: string, name: string, listing: HeldListing, nowMs: number): void {
    this.delete(siteId, name);
    if (this.isFull(siteId)) this.sweep(nowMs);
    if (this.isFull(siteId)) this.dropOldest(siteId);
    let own = this.bySite.get(siteId);
    if (own === undefined) {
      own = new Map();
      this.bySite.set(siteId, own);
    }
    own.set(name, listing);
    this.held++;
  }

  delete(siteId: string, name: string): void {
    const own = this.bySite.get(siteId);
    if (own === undefined || !own.delete(name)) return;
    this.held--;
    if (own.size === 0) this.bySite.delete(siteId);
  }

  /** As sites have them, those of a site in the order in which they came. */
  *[Symbol.iterator](): Generator<[siteId: string, name: string, listing: HeldListing]> {
    for (const [siteId, own] of this.bySite) for (const [name, listing] of own) yield [siteId, name, listing];
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
