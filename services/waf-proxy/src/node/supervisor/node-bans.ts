import { BanList, isListing } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { ListingTable } from '../../features/access/listing-table.ts';
import { log } from '../../io/log.ts';

/** The listed bans that a new worker is told; further ones arrive as they are made. */
const MAX_REMEMBERED = 200_000;

/** As workers are told; an end in the past lifts the ban. */
export interface BannedClient {
  siteId: string;
  address: string;
  untilMs: number;
}

/** The bans and listings that this node knows, its own ones shared with the other nodes. */
export class NodeBans {
  private readonly redis: Redis | null;
  private readonly bans = new Map<string, BannedClient>();
  private readonly listings = new ListingTable();

  constructor(redis: Redis | null) {
    this.redis = redis;
  }

  /** Of bans alone. */
  get size(): number {
    return this.bans.size;
  }

  current(): BannedClient[] {
    const now = Date.now();
    const listings = [...this.listings].map(([siteId, address, { untilMs }]) => ({
      siteId,
      address,
      untilMs,
    }));
    return [...this.bans.values(), ...listings].filter((ban) => ban.untilMs > now);
  }

  remember(ban: BannedClient): void {
    if (isListing(ban.address)) this.rememberListing(ban);
    else this.rememberBan(ban);
  }

  /** One that a worker of this node has made. */
  share(ban: BannedClient, reason: string): void {
    this.remember(ban);
    if (this.redis === null) return;
    new BanList(this.redis).ban(ban, { reason }).catch((error: Error) => {
      log('warn', 'a ban holds on this node only', { siteId: ban.siteId, error: error.message });
    });
  }

  private rememberListing({ siteId, address, untilMs }: BannedClient): void {
    const now = Date.now();
    if (untilMs <= now) this.listings.delete(siteId, address);
    // All are told again and again; that makes none of them new.
    else if (this.listings.get(siteId, address)?.untilMs !== untilMs)
      this.listings.set(siteId, address, { untilMs, told: true }, now);
  }

  private rememberBan(ban: BannedClient): void {
    const key = `${ban.siteId}|${ban.address}`;
    this.bans.delete(key);
    if (ban.untilMs > Date.now()) this.bans.set(key, ban);
    const oldest = this.bans.size > MAX_REMEMBERED ? this.bans.keys().next().value : undefined;
    if (oldest !== undefined) this.bans.delete(oldest);
  }
}
