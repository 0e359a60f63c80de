import type { Listing, ListingTaker } from '../../request/listed-clients.ts';
import type { BanTable } from './ban-table.ts';

/** Of the time that is left: whoever has more of it is not put on a list again, so that not every request tells all nodes. */
const RENEWED_BELOW = 0.75;

/**
 * Clients whom rules of a site have put on a list for a time. They hold on that site alone: who may change one site's rules
 * changes no list of others. They travel as bans do, end by themselves and can be lifted; `banLiftSchema` knows the form.
 */
export class TimedListings implements ListingTaker {
  private readonly bans: BanTable;

  constructor(bans: BanTable) {
    this.bans = bans;
  }

  has({ siteId, listId, client }: Listing, nowMs: number): boolean {
    return this.bans.bannedUntil(siteId, nameOf(listId, client), nowMs) !== 0;
  }

  add({ siteId, listId, client }: Listing, nowMs: number, lastsMs: number, reason: string): void {
    const name = nameOf(listId, client);
    if (this.bans.bannedUntil(siteId, name, nowMs) - nowMs > lastsMs * RENEWED_BELOW) return;
    this.bans.ban(siteId, name, nowMs, reason, lastsMs);
  }
}

const nameOf = (listId: string, client: string): string => `list/${listId}/${client}`;
