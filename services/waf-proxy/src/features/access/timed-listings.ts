import { LISTING_LIMITS, listingName } from '@palisade/edge-state';
import { LRUCache } from 'lru-cache';
import { TokenBucket } from '../../io/token-bucket.ts';
import type { Listing, ListingTaker } from '../../request/listed-clients.ts';
import { ClientsOfSites } from './clients-of-sites.ts';

/** Of the time that is left: whoever has more of it is not put on a list again, so that not every request tells all nodes. */
const RENEWED_BELOW = 0.75;
/** Listings of one site that a worker tells the others of: so many at once, and so many a second in the long run. */
export const ANNOUNCEMENT_RATE = { atOnce: 100, perSecond: 5 } as const;
const MAX_SITES = 10_000;

interface HeldListing {
  untilMs: number;
  /** Other workers and nodes know of it. */
  announced: boolean;
}

/**
 * Clients whom rules of a site have put on a list for a time. They hold on that site alone: who may change one site's rules
 * changes no list of others. They travel as bans do, end by themselves and can be lifted; `banLiftSchema` knows the form.
 * Each is a message to all nodes, and strangers make them: what is over a site's rate holds on this worker alone, until the
 * client comes again and there is room.
 */
export class TimedListings implements ListingTaker {
  private readonly table = new ClientsOfSites<HeldListing>(LISTING_LIMITS);
  private readonly budgets = new LRUCache<string, TokenBucket>({ max: MAX_SITES });
  private readonly announce: (siteId: string, name: string, untilMs: number, reason: string) => void;

  /** @param announce tells the rest of the house */
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

  /** What others decided; `untilMs` 0 lifts. */
  learn(siteId: string, name: string, untilMs: number, nowMs: number): void {
    if (untilMs === 0) {
      this.table.delete(siteId, name);
      return;
    }
    const known = this.table.get(siteId, name);
    // All are told again and again; that makes none of them new.
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
