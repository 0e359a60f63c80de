import { EDGE_KEYS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { PATH_CLAIM } from '../ipc/path-claims.ts';

/** Claims of one node that are remembered here; beyond it the oldest give way, and Redis still knows them. */
const MAX_CLAIMS = 100_000;
/** Whether Redis holds it for us. */
type Claimed = 'here' | 'in_redis';

/** Things that may be used once, by whichever worker of whichever node comes first. Without Redis: of this node. */
export class NodeClaims {
  private readonly lasting: LRUCache<string, Claimed>;
  /** In a place of their own, where they push nothing else out; what gives way is forgotten everywhere. */
  private readonly paths: LRUCache<string, Claimed>;
  private readonly redis: Redis | null;

  constructor(redis: Redis | null, most = MAX_CLAIMS) {
    this.redis = redis;
    this.lasting = new LRUCache({ max: most });
    this.paths = new LRUCache({
      max: most,
      dispose: (claimed, key, reason) => {
        if (reason === 'evict' && claimed === 'in_redis') this.forget(key);
      },
    });
  }

  /** True for the first caller within this many seconds. */
  async claim(key: string, seconds: number): Promise<boolean> {
    const known = key.startsWith(PATH_CLAIM) ? this.paths : this.lasting;
    if (known.has(key)) return false;
    const ttl = seconds * 1_000;
    known.set(key, 'here', { ttl });
    if (this.redis === null || this.redis.status !== 'ready') return true;
    try {
      const isFirst = (await this.redis.set(EDGE_KEYS.claim(key), '1', 'EX', seconds, 'NX')) === 'OK';
      if (isFirst && known.has(key)) known.set(key, 'in_redis', { ttl });
      return isFirst;
    } catch {
      // Redis went away in between: this node alone decides, as for limits.
      return true;
    }
  }

  private forget(key: string): void {
    // If this fails, the claim expires.
    this.redis?.del(EDGE_KEYS.claim(key)).catch(() => undefined);
  }
}
