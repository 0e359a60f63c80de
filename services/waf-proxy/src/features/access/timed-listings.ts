import { LISTING_LIMITS, listingName } from '@palisade/edge-state';
import { LRUCache } from 'lru-cache';
import { TokenBucket } from '../../io/token-bucket.ts';
import type { Listing, ListingTaker } from '../../request/listed-clients.ts';
import { ClientsOfSites } from './clients-of-sites.ts';

/** An entry is renewed only below this share of its lifetime, so that not every request notifies all nodes. */
const RENEWED_BELOW = 0.75;
/** Rate at which a worker announces listings of one site: burst, and sustained rate. */
export const ANNOUNCEMENT_RATE = { atOnce: 100, perSecond: 5 } as const;
const MAX_SITES = 10_000;

interface HeldListing {
  untilMs: number;
  /** Whether other workers and nodes were notified. */
  announced: boolean;
}

/**
 * Clients that a site's rules added to a list for a time. They count on that site only: whoever may change one site's
 * rules cannot change lists for others. They are distributed like bans, expire, and can be lifted; `banLiftSchema`
 * knows their form. Each is a message to all nodes and caused by visitors, so those beyond a site's rate count on this
 * worker only, until the client returns and there is room.
 */
export class TimedListings implements ListingTaker {
  private readonly table = new ClientsOfSites<HeldListing>(LISTING_LIMITS);
  private readonly budgets = new LRUCache<string, TokenBucket>({ max: MAX_SITES });
  private readonly announce: (siteId: string, name: string, untilMs: number, reason: string) => void;

  /** @param announce notifies other workers and nodes */
  constructor(announce: (siteId: string, name: string, untilMs: number, reason: string) => void) {
    this.announce = announce;
  }

  get size(): number {
    return this.table.size;
  }

  has({ siteId, listId, client }: Listing, nowMs: number): boolean {
    if (this.table.size === 0) return false;
    return (this.table.get(siteId, listingName(listId, client))?.untilMs ?? 0) > nowMs;
  }

  add({ siteId, listId, client }: Listing, nowMs: number, lastsMs: number, reason: string): void {
    const name = listingName(listId, client);
    const known = this.table.get(siteId, name);
    const isFresh = known !== undefined && known.untilMs - nowMs > lastsMs * RENEWED_BELOW;
    if (isFresh && known.announced) return;
    const announced = this.budgetOf(siteId, nowMs).take(nowMs);
    if (isFresh && !announced) return;
    const untilMs = nowMs + lastsMs;
    this.table.set(siteId, name, { untilMs, announced }, nowMs);
    if (announced) this.announce(siteId, name, untilMs, reason);
  }

  /** A listing from another worker or node; `untilMs` 0 lifts it. */
  learn(siteId: string, name: string, untilMs: number, nowMs: number): void {
    if (untilMs === 0) {
      this.table.delete(siteId, name);
      return;
    }
    const known = this.table.get(siteId, name);
    // Listings are announced repeatedly; a repetition is not new.
    if (known?.announced && known.untilMs >= untilMs) return;
    this.table.set(siteId, name, { untilMs: Math.max(untilMs, known?.untilMs ?? 0), announced: true }, nowMs);
  }

  private budgetOf(siteId: string, nowMs: number): TokenBucket {
    let budget = this.budgets.get(siteId);
    if (budget === undefined) {
      budget = new TokenBucket(ANNOUNCEMENT_RATE.atOnce, ANNOUNCEMENT_RATE.perSecond, nowMs);
      this.budgets.set(siteId, budget);
    }
    return budget;
  }
}
