import { EDGE_KEYS } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import type { CountedWindow } from '../../features/rate-limits/rate-limiter.ts';
import { FairTable } from '../../io/shares/fair-table.ts';

const MAX_KEYS = 100_000;
/** A count is read in its window and the next one; additional time for clocks that differ, ms. */
const SPARE_SECONDS = 10;

interface NodeCount {
  readonly key: string;
  readonly bySlot: Map<number, number>;
}

/**
 * Adds up one node's counts of a client over its workers, and compares them with the other nodes' through Redis. Every
 * node writes its own absolute total, so that a repeated or lost message does no harm.
 */
export class NodeCounts {
  private readonly byKey: FairTable<NodeCount>;
  /** Have given way here, and are to be forgotten in Redis. */
  private dropped: string[] = [];
  private readonly redis: Redis | null;
  private readonly nodeId: string;

  constructor(redis: Redis | null, nodeId: string, most = MAX_KEYS) {
    this.redis = redis;
    this.nodeId = nodeId;
    this.byKey = new FairTable(most, Number.POSITIVE_INFINITY, ({ key }) => void this.dropped.push(key));
  }

  /** What everybody but this worker has counted. Without Redis: the other workers of this node. */
  async elsewhere(slot: number, counted: CountedWindow, own: number): Promise<number> {
    const key = EDGE_KEYS.rate(counted.scope, counted.client, counted.window);
    let count = this.byKey.get(key);
    if (count === undefined) {
      count = { key, bySlot: new Map() };
      this.byKey.add(key, siteOf(counted.scope), counted.maker ?? counted.client, count);
      this.forgetDropped();
    }
    count.bySlot.set(slot, own);
    let node = 0;
    for (const ofSlot of count.bySlot.values()) node += ofSlot;
    return node - own + (await this.otherNodes(key, node, counted.windowMs));
  }

  /** Keys that strangers make up, each with a day to live, would fill Redis: it holds of a node no more than the node itself. */
  private forgetDropped(): void {
    if (this.dropped.length === 0) return;
    const keys = this.dropped;
    this.dropped = [];
    if (this.redis === null || this.redis.status !== 'ready') return;
    const pipeline = this.redis.pipeline();
    for (const key of keys) pipeline.hdel(key, this.nodeId);
    // If this fails, the counts expire.
    pipeline.exec().catch(() => undefined);
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
