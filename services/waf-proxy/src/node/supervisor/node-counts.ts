import { EDGE_KEYS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import type { CountedWindow } from '../../features/rate-limits/rate-limiter.ts';
import { FairTable } from '../../io/shares/fair-table.ts';

const MAX_KEYS = 100_000;
/** A count is asked for in its window and the one after it; so much longer for clocks that differ. */
const SPARE_SECONDS = 10;

/**
 * Adds up one node's counts of a client over its workers, and compares them with the other nodes' through Redis. Every
 * node writes its own absolute total, so that a repeated or lost message does no harm.
 */
export class NodeCounts {
  private readonly byKey = new FairTable<Map<number, number>>(MAX_KEYS);
  private readonly redis: Redis | null;
  private readonly nodeId: string;

  constructor(redis: Redis | null, nodeId: string) {
    this.redis = redis;
    this.nodeId = nodeId;
  }

  /** What everybody but this worker has counted. Without Redis: the other workers of this node. */
  async elsewhere(slot: number, counted: CountedWindow, own: number): Promise<number> {
    const key = EDGE_KEYS.rate(counted.scope, counted.client, counted.window);
    let counts = this.byKey.get(key);
    if (counts === undefined) {
      counts = new Map();
      this.byKey.add(key, siteOf(counted.scope), counted.maker ?? counted.client, counts);
    }
    counts.set(slot, own);
    let node = 0;
    for (const count of counts.values()) node += count;
    return node - own + (await this.otherNodes(key, node, counted.windowMs));
  }

  private async otherNodes(key: string, node: number, windowMs: number): Promise<number> {
    if (this.redis === null || this.redis.status !== 'ready') return 0;
    try {
      const replies = await this.redis
        .pipeline()
        .hset(key, this.nodeId, node)
        .expire(key, Math.ceil((2 * windowMs) / 1_000) + SPARE_SECONDS)
        .hgetall(key)
        .exec();
      const byNode = (replies?.[2]?.[1] ?? {}) as Record<string, string>;
      let others = 0;
      for (const [nodeId, count] of Object.entries(byNode))
        if (nodeId !== this.nodeId) others += Number(count);
      return others;
    } catch {
      // Redis went away in between: this node's own count decides, as the failure policy says.
      return 0;
    }
  }
}

/** Scopes are sites, or parts of one behind a slash. */
function siteOf(scope: string): string {
  const slash = scope.indexOf('/');
  return slash < 0 ? scope : scope.slice(0, slash);
}
