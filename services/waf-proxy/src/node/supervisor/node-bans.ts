import { BAN_LIMITS, BanList, isListing, LISTING_LIMITS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { ClientsOfSites } from '../../features/access/clients-of-sites.ts';
import { log } from '../../io/log.ts';

/** As sent to workers; an end in the past lifts the ban. */
export interface BannedClient {
  siteId: string;
  address: string;
  untilMs: number;
}

/** The bans and listings that this node knows, its own ones shared with the other nodes. */
export class NodeBans {
  private readonly redis: Redis | null;
  private readonly bans = new ClientsOfSites<{ untilMs: number }>(BAN_LIMITS);
  private readonly listings = new ClientsOfSites<{ untilMs: number }>(LISTING_LIMITS);

  constructor(redis: Redis | null) {
    this.redis = redis;
  }

  /** Number of bans only. */
  get size(): number {
    return this.bans.size;
  }

  /** Initial state for a new worker; further entries arrive as they are made. */
  current(): BannedClient[] {
    const now = Date.now();
    return [...this.bans, ...this.listings]
      .map(([siteId, address, { untilMs }]) => ({ siteId, address, untilMs }))
      .filter((ban) => ban.untilMs > now);
  }

  remember({ siteId, address, untilMs }: BannedClient): void {
    const now = Date.now();
    const table = isListing(address) ? this.listings : this.bans;
    if (untilMs <= now) table.delete(siteId, address);
    // All are announced repeatedly; a repeat is not new.
    else if (table.get(siteId, address)?.untilMs !== untilMs) table.set(siteId, address, { untilMs }, now);
  }

  /** One that a worker of this node has made. */
  share(ban: BannedClient, reason: string): void {
    this.remember(ban);
    if (this.redis === null) return;
    new BanList(this.redis).ban(ban, { reason }).catch((error: Error) => {
      log('warn', 'sharing a ban failed; it applies on this node only', {
        siteId: ban.siteId,
        error: error.message,
      });
    });
  }
}
