import type { Redis } from 'ioredis';
import { z } from 'zod';
import { parsedOr } from './parsed-or.ts';
import { CHANGES_KEPT, EDGE_KEYS } from './redis-keys.ts';

export interface Ban {
  siteId: string;
  /** An IPv4 address, or the /64 of an IPv6 address, as `clientKey` writes it; of a listing `listingName`. */
  address: string;
  /** Milliseconds since the epoch; 0 in an announcement lifts the ban. */
  untilMs: number;
}

/** Details of a ban for people; enforcement does not need them. */
export interface BanFacts {
  /** Stable code such as `rate_limit`, or `manual` for one that the owner made. */
  reason: string;
  /** The owner's own words; empty for a ban that the edge made. */
  note: string;
  createdMs: number;
}

export type ListedBan = Ban & BanFacts;

export interface BanPage {
  bans: ListedBan[];
  /** All bans of the site that have not ended. */
  total: number;
  /** And its listings, whichever of the two were asked for. */
  listings: number;
}

/**
 * Strangers make bans, and put clients on lists. So a site's own give way to further ones, never those of other sites: a site has
 * `perSite`; once there are `all`, it keeps as many as it has, and `anySite` in any case.
 */
export interface ShareOfSites {
  readonly perSite: number;
  readonly all: number;
  readonly anySite: number;
}

export const BAN_LIMITS: ShareOfSites = { perSite: 20_000, all: 200_000, anySite: 100 };
/** Maximum clients listed by rules. */
export const LISTING_LIMITS: ShareOfSites = { perSite: 5_000, all: 200_000, anySite: 100 };

const LISTING = 'list/';
/** How a client that a rule has put on a list stands among bans, where nobody has such an address. */
export const listingName = (listId: string, client: string): string => `${LISTING}${listId}/${client}`;
export const isListing = (address: string): boolean => address.startsWith(LISTING);

const factsSchema = z.object({
  reason: z.string().default('rate_limit'),
  note: z.string().default(''),
  createdMs: z.number().default(0),
});
const UNKNOWN_FACTS: BanFacts = { reason: 'rate_limit', note: '', createdMs: 0 };

/*
 * KEYS: all bans, changes, the site's bans, the site's facts; or those of listings.
 * ARGV: site, address, until, now, changes kept, facts, bans per site, bans in all, what a site has in any case.
 * What has ended is removed in passing, in bounded portions; both keys of a site end with its last ban. Where there is no room
 * the site's own that end first give way; one that is renewed takes no more of it.
 */
const BAN = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
local ended = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', ARGV[4], 'LIMIT', 0, 1000)
local own = redis.call('ZCARD', KEYS[3]) - #ended
local most = tonumber(ARGV[7])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[8]) then
  most = math.min(most, math.max(own, tonumber(ARGV[9])))
end
local known = tonumber(redis.call('ZSCORE', KEYS[3], ARGV[2]) or 0) > tonumber(ARGV[4])
local surplus = own + (known and 0 or 1) - most
if surplus > 0 then
  for _, address in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '(' .. ARGV[4], '+inf', 'LIMIT', 0, surplus)) do
    if address ~= ARGV[2] then
      ended[#ended + 1] = address
      redis.call('ZREM', KEYS[1], ARGV[1] .. '|' .. address)
    end
  end
end
if #ended > 0 then
  redis.call('ZREM', KEYS[3], unpack(ended))
  redis.call('HDEL', KEYS[4], unpack(ended))
end
redis.call('ZADD', KEYS[1], 'GT', ARGV[3], ARGV[1] .. '|' .. ARGV[2])
if redis.call('ZADD', KEYS[3], 'GT', 'CH', ARGV[3], ARGV[2]) > 0 then
  redis.call('HSET', KEYS[4], ARGV[2], ARGV[6])
end
local last = redis.call('ZRANGE', KEYS[3], 0, 0, 'REV', 'WITHSCORES')
redis.call('PEXPIREAT', KEYS[3], last[2])
redis.call('PEXPIREAT', KEYS[4], last[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], '*', 'site', ARGV[1], 'address', ARGV[2], 'until', ARGV[3])
`;

const LIFT = `
local known = redis.call('ZREM', KEYS[3], ARGV[2]) + redis.call('ZREM', KEYS[1], ARGV[1] .. '|' .. ARGV[2])
redis.call('HDEL', KEYS[4], ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], '*', 'site', ARGV[1], 'address', ARGV[2], 'until', '0')
return known
`;

export type BanKind = 'bans' | 'listings';
const kindOf = (address: string): BanKind => (isListing(address) ? 'listings' : 'bans');
const LIMITS: Readonly<Record<BanKind, ShareOfSites>> = { bans: BAN_LIMITS, listings: LISTING_LIMITS };

/**
 * Bans of all nodes, and clients listed by rules, with their announcement between nodes. Both go through one stream;
 * listings by a node of an older version are among the bans.
 */
export class BanList {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** A ban that lasts longer already stays as it is. */
  async ban(ban: Ban, facts: Partial<BanFacts> = {}): Promise<void> {
    const now = Date.now();
    const kind = kindOf(ban.address);
    const { perSite, all, anySite } = LIMITS[kind];
    await this.redis.eval(
      BAN,
      4,
      ...keysOf(kind, ban.siteId),
      ban.siteId,
      ban.address,
      ban.untilMs,
      now,
      CHANGES_KEPT,
      JSON.stringify({ ...UNKNOWN_FACTS, createdMs: now, ...facts }),
      perSite,
      all,
      anySite,
    );
  }

  /** False if there was no such ban; edges are notified all the same. */
  async lift(siteId: string, address: string): Promise<boolean> {
    const kinds: readonly BanKind[] = isListing(address) ? ['listings', 'bans'] : ['bans'];
    for (const kind of kinds) {
      const known = await this.redis.eval(LIFT, 4, ...keysOf(kind, siteId), siteId, address, CHANGES_KEPT);
      if (Number(known) > 0) return true;
    }
    return false;
  }

  /** Every ban and listing that has not ended, of all sites: what an edge needs to know at its start. */
  async current(): Promise<Ban[]> {
    const after = `(${Date.now()}`;
    const [bans, listings] = await Promise.all(
      [EDGE_KEYS.bans, EDGE_KEYS.listings].map((key) =>
        this.redis.zrangebyscore(key, after, '+inf', 'WITHSCORES'),
      ),
    );
    return pairs([...bans!, ...listings!]).map(([member, untilMs]) => {
      const bar = member.lastIndexOf('|');
      return { siteId: member.slice(0, bar), address: member.slice(bar + 1), untilMs };
    });
  }

  /** A site's bans, or its listings, that have not ended, those that end last first. */
  async ofSite(siteId: string, offset: number, limit: number, kind: BanKind = 'bans'): Promise<BanPage> {
    const [, , bansKey, factsKey] = keysOf(kind, siteId);
    const after = `(${Date.now()}`;
    const [total, listings, members] = await Promise.all([
      this.redis.zcount(bansKey, after, '+inf'),
      this.redis.zcount(EDGE_KEYS.siteListings(siteId), after, '+inf'),
      this.redis.zrevrangebyscore(bansKey, '+inf', after, 'WITHSCORES', 'LIMIT', offset, limit),
    ]);
    const entries = pairs(members);
    if (entries.length === 0) return { bans: [], total, listings };
    const facts = await this.redis.hmget(factsKey, ...entries.map(([address]) => address));
    const bans = entries.map(([address, untilMs], index) => ({
      siteId,
      address,
      untilMs,
      ...readFacts(facts[index] ?? null),
    }));
    return { bans, total, listings };
  }
}

function keysOf(kind: BanKind, siteId: string): [string, string, string, string] {
  return kind === 'bans'
    ? [EDGE_KEYS.bans, EDGE_KEYS.banChanges, EDGE_KEYS.siteBans(siteId), EDGE_KEYS.siteBanFacts(siteId)]
    : [
        EDGE_KEYS.listings,
        EDGE_KEYS.banChanges,
        EDGE_KEYS.siteListings(siteId),
        EDGE_KEYS.siteListingFacts(siteId),
      ];
}

/** Pairs under RESP3, one flat list under RESP2. */
function pairs(members: string[]): [string, number][] {
  const flat = members.flat();
  return Array.from({ length: flat.length / 2 }, (_, index) => [
    flat[2 * index]!,
    Number(flat[2 * index + 1]),
  ]);
}

function readFacts(text: string | null): BanFacts {
  return text === null ? UNKNOWN_FACTS : parsedOr(factsSchema, text, UNKNOWN_FACTS);
}
