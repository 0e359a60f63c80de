import type { Redis } from 'ioredis';
import { z } from 'zod';
import { parsedOr } from './parsed-or.ts';
import { EDGE_KEYS } from './redis-keys.ts';

const healthSchema = z.object({
  healthy: z.boolean(),
  /** Status of the newest check; 0: no response. */
  status: z.number().int(),
  /** Code and plain words; '' when well. */
  problem: z.string(),
  /** Mean response time of checks; 0: unknown. Nodes of older versions do not report it. */
  latencyMs: z.number().default(0),
  checkedAtMs: z.number(),
});

/** One edge node's result for one origin of a site. */
export interface NodeOriginHealth extends z.infer<typeof healthSchema> {
  node: string;
  /** Such as "https://a.example:443". */
  origin: string;
}

/** How boards, logs and metrics name an origin. */
export function originName(origin: { useTls: boolean; host: string; port: number }): string {
  return `${origin.useTls ? 'https' : 'http'}://${origin.host}:${origin.port}`;
}

/** Older entries belong to a removed node or configuration: checks are at most five minutes apart. */
export const ORIGIN_HEALTH_VALID_MS = 15 * 60_000;

/** Results of edge nodes' health checks, for people and for uptime. No edge reads it. */
export class OriginHealthBoard {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  async record(siteId: string, { node, origin, ...health }: NodeOriginHealth): Promise<void> {
    const key = EDGE_KEYS.originHealth(siteId);
    await this.redis
      .multi()
      .hset(key, `${node}|${origin}`, JSON.stringify(health))
      .pexpire(key, ORIGIN_HEALTH_VALID_MS)
      .exec();
    // Apart from the above: another slot of a cluster.
    await this.redis
      .multi()
      .zadd(EDGE_KEYS.sitesChecked, 'GT', health.checkedAtMs, siteId)
      .zremrangebyscore(EDGE_KEYS.sitesChecked, '-inf', Date.now() - ORIGIN_HEALTH_VALID_MS)
      .exec();
  }

  /** Sites whose origins are checked, at most that many, those that were checked last first. */
  async sites(limit: number): Promise<string[]> {
    const oldest = Date.now() - ORIGIN_HEALTH_VALID_MS;
    return await this.redis.zrevrangebyscore(EDGE_KEYS.sitesChecked, '+inf', oldest, 'LIMIT', 0, limit);
  }

  async read(siteId: string): Promise<NodeOriginHealth[]> {
    const fields = await this.redis.hgetall(EDGE_KEYS.originHealth(siteId));
    const oldest = Date.now() - ORIGIN_HEALTH_VALID_MS;
    return Object.entries(fields).flatMap(([field, text]) => {
      const health = parsedOr(healthSchema, text, null);
      const bar = field.indexOf('|');
      if (health === null || health.checkedAtMs < oldest) return [];
      return [{ node: field.slice(0, bar), origin: field.slice(bar + 1), ...health }];
    });
  }
}
