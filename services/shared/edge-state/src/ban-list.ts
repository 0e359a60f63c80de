import type { Redis } from 'ioredis';
import { CHANGES_KEPT, EDGE_KEYS } from './redis-keys.ts';

export interface Ban {
  siteId: string;
  /** An IPv4 address, or the /64 of an IPv6 address, as `clientKey` of the edge writes it. */
  address: string;
  /** Milliseconds since the epoch; 0 in an announcement lifts the ban. */
  untilMs: number;
}

const BAN = `
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[4])
redis.call('ZADD', KEYS[1], 'GT', ARGV[3], ARGV[1] .. '|' .. ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], '*', 'site', ARGV[1], 'address', ARGV[2], 'until', ARGV[3])
`;

const LIFT = `
redis.call('ZREM', KEYS[1], ARGV[1] .. '|' .. ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[3], '*', 'site', ARGV[1], 'address', ARGV[2], 'until', '0')
`;

/** Bans of all nodes: who holds them, and how one node tells the others. */
export class BanList {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async ban(ban: Ban): Promise<void> {
    await this.#redis.eval(
      BAN,
      2,
      EDGE_KEYS.bans,
      EDGE_KEYS.banChanges,
      ban.siteId,
      ban.address,
      ban.untilMs,
      Date.now(),
      CHANGES_KEPT,
    );
  }

  async lift(siteId: string, address: string): Promise<void> {
    await this.#redis.eval(LIFT, 2, EDGE_KEYS.bans, EDGE_KEYS.banChanges, siteId, address, CHANGES_KEPT);
  }

  /** Every ban that has not ended, of one site or of all. */
  async current(siteId?: string): Promise<Ban[]> {
    const reply = await this.#redis.zrangebyscore(EDGE_KEYS.bans, `(${Date.now()}`, '+inf', 'WITHSCORES');
    // Pairs under RESP3, one flat list under RESP2.
    const members = reply.flat();
    const bans: Ban[] = [];
    for (let index = 0; index + 1 < members.length; index += 2) {
      const member = members[index]!;
      const bar = member.lastIndexOf('|');
      const ban = {
        siteId: member.slice(0, bar),
        address: member.slice(bar + 1),
        untilMs: Number(members[index + 1]),
      };
      if (siteId === undefined || ban.siteId === siteId) bans.push(ban);
    }
    return bans;
  }
}
