import type { ShareOfSites } from '@palisade/edge-state';

/**
 * Minimum interval between two searches for expired entries, which run when the table is full, ms; while they run, a
 * request waits.
 */
const SWEPT_EACH_MS = 10_000;
export const SWEPT_AT_ONCE = 100;

/** End, ms since the epoch. */
interface Ending {
  readonly untilMs: number;
}

interface ClientsOfSite<Held> {
  readonly held: Map<string, Held>;
  /** Iterates from the oldest; a new iterator would pass over the slots of all deleted entries again. */
  byAge: MapIterator<string> | null;
}

/**
 * Clients that sites remember for a time: banned, or on a list. Visitors cause the entries, so a site without room
 * drops its own oldest, never another site's. Once all sites together fill the table, each keeps what it has, and at
 * least a few.
 */
export class ClientsOfSites<Held extends Ending> {
  private readonly bySite = new Map<string, ClientsOfSite<Held>>();
  private readonly limits: ShareOfSites;
  private held = 0;
  private sweptAtMs = Number.NEGATIVE_INFINITY;
  private sweeping: Iterator<[siteId: string, name: string, held: Held]> | null = null;

  constructor(limits: ShareOfSites) {
    this.limits = limits;
  }

  get size(): number {
    return this.held;
  }

  get(siteId: string, name: string): Held | undefined {
    return this.bySite.get(siteId)?.held.get(name);
  }

  /** Adds or replaces an entry and makes it the newest of its site. */
  set(siteId: string, name: string, held: Held, nowMs: number): void {
    const before = this.bySite.get(siteId)?.held;
    if (before?.delete(name)) {
      before.set(name, held);
      return;
    }
    if (this.isFull(siteId)) this.sweep(nowMs);
    if (this.isFull(siteId)) this.dropOldest(siteId);
    let own = this.bySite.get(siteId);
    if (own === undefined) {
      own = { held: new Map(), byAge: null };
      this.bySite.set(siteId, own);
    }
    own.held.set(name, held);
    this.held++;
  }

  delete(siteId: string, name: string): void {
    const own = this.bySite.get(siteId);
    if (own === undefined || !own.held.delete(name)) return;
    this.held--;
    if (own.held.size === 0) this.bySite.delete(siteId);
  }

  /** All entries, those of a site from oldest to newest. */
  *[Symbol.iterator](): Generator<[siteId: string, name: string, held: Held]> {
    for (const [siteId, own] of this.bySite) for (const [name, held] of own.held) yield [siteId, name, held];
  }

  private isFull(siteId: string): boolean {
    const own = this.bySite.get(siteId)?.held.size ?? 0;
    return own >= this.limits.perSite || (this.held >= this.limits.all && own >= this.limits.anySite);
  }

  private dropOldest(siteId: string): void {
    const own = this.bySite.get(siteId)!;
    let oldest = own.byAge?.next();
    if (oldest === undefined || oldest.done) {
      own.byAge = own.held.keys();
      oldest = own.byAge.next();
    }
    this.delete(siteId, oldest.value!);
  }

  private sweep(nowMs: number): void {
    if (this.sweeping === null) {
      if (nowMs - this.sweptAtMs < SWEPT_EACH_MS) return;
      this.sweptAtMs = nowMs;
      this.sweeping = this[Symbol.iterator]();
    }
    for (let looked = 0; looked < SWEPT_AT_ONCE; looked++) {
      const next = this.sweeping.next();
      if (next.done) {
        this.sweeping = null;
        return;
      }
      const [siteId, name, { untilMs }] = next.value;
      if (untilMs <= nowMs) this.delete(siteId, name);
    }
  }
}
