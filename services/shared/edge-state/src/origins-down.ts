import type { Redis } from 'ioredis';
import { EDGE_KEYS } from './redis-keys.ts';

/** An origin of a site that a node finds down; `origin` as `originName` has it. */
export interface DownOrigin {
  siteId: string;
  origin: string;
}
export interface DownReport extends DownOrigin {
  node: string;
}

/** A report that is not repeated for this long is from a node that is gone or cut off. */
export const DOWN_VALID_MS = 10_000;
/** Maximum per node, and for all: more means that the node itself is cut off, or that no origin is left to choose. */
const MAX_DOWN_OF_NODE = 2_000;
const MAX_DOWN = 20_000;

/** The origins that edge nodes find down, shared between them: nodes that read also report. All times are Redis's. */
export class OriginsDown {
  private readonly redis: Redis;
  private readonly node: string;
  private reported = new Set<string>();

  constructor(redis: Redis, node: string) {
    this.redis = redis;
    this.node = node;
  }

  /** Tells what this node finds down now, and hears of all nodes, this one among them. */
  async exchange(own: readonly DownOrigin[]): Promise<DownReport[]> {
    const [seconds] = await this.redis.time();
    const now = Number(seconds) * 1_000;
    const members = own
      .slice(0, MAX_DOWN_OF_NODE)
      .map(({ siteId, origin }) => `${this.node}|${siteId}|${origin}`);
    const current = new Set(members);
    const over = [...this.reported].filter((member) => !current.has(member));
    const work = this.redis.multi().zremrangebyscore(EDGE_KEYS.originsDown, '-inf', now - DOWN_VALID_MS);
    if (members.length > 0) work.zadd(EDGE_KEYS.originsDown, ...members.flatMap((member) => [now, member]));
    if (over.length > 0) work.zrem(EDGE_KEYS.originsDown, ...over);
    const answers = await work.zrevrange(EDGE_KEYS.originsDown, 0, MAX_DOWN - 1).exec();
    const failed = answers?.find(([error]) => error !== null)?.[0];
    if (answers === null || failed) throw failed ?? new Error('the origins that are down were not read');
    this.reported = current;
    return (answers.at(-1)![1] as string[]).flatMap((member) => {
      const [node, siteId, ...origin] = member.split('|');
      return node && siteId && origin.length > 0 ? [{ node, siteId, origin: origin.join('|') }] : [];
    });
  }
}
