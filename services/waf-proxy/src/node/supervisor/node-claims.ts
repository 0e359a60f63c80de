import { EDGE_KEYS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

/** Claims of one node that are remembered here; beyond it the oldest give way, and Redis still knows them. */
const MAX_CLAIMS = 100_000;

/** Things that may be used once, by whichever worker of whichever node comes first. Without Redis: of this node. */
export class NodeClaims {
  private readonly claimed = new LRUCache<string, true>({ max: MAX_CLAIMS });
  private readonly redis: Redis | null;

  constructor(redis: Redis | null) {
    this.redis = redis;
  }

  /** True for the first who asks, within so many seconds. */
  async claim(key: string, seconds: number): Promise<boolean> {
    if (this.claimed.has(key)) return false;
    this.claimed.set(key, true, { ttl: seconds * 1_000 });
    if (this.redis === null || this.redis.status !== 'ready') return true;
    try {
      return (await this.redis.set(EDGE_KEYS.claim(key), '1', 'EX', seconds, 'NX')) === 'OK';
    } catch {
      // Redis went away in between: this node alone decides, as for limits.
      return true;
    }
  }
}
