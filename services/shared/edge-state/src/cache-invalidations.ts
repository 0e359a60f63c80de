import type { Redis } from 'ioredis';
import { z } from 'zod';
import { CHANGES_KEPT, EDGE_KEYS } from './redis-keys.ts';

/** Characters that the keys of one announcement have together at most. */
export const MAX_INVALIDATION_CHARACTERS = 64 * 1024;

/**
 * Invalidations caused by requests, announced between nodes: cache keys whose stored responses may not be served any
 * more.
 */
export interface CacheInvalidation {
  /** The announcing node. */
  node: string;
  keys: string[];
}

const keysSchema = z.array(z.string());

/**
 * Tells all edges what was changed through one of them (RFC 9111, 4.4). Not numbered and not signed: who misses one serves
 * what is stored until it is stale, and who forges one makes an edge ask the origin.
 */
export class CacheInvalidationLog {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  async announce({ node, keys }: CacheInvalidation): Promise<void> {
    const fields = ['node', node, 'keys', JSON.stringify(keys)];
    await this.redis.xadd(EDGE_KEYS.cacheInvalidations, 'MAXLEN', '~', CHANGES_KEPT, '*', ...fields);
  }
}

/** The invalidation in an entry of the stream; null if it is none. */
export function readCacheInvalidation(fields: Readonly<Record<string, string>>): CacheInvalidation | null {
  const { node = '', keys = '' } = fields;
  if (node === '' || keys.length > 2 * MAX_INVALIDATION_CHARACTERS) return null;
  try {
    return { node, keys: keysSchema.parse(JSON.parse(keys)) };
  } catch {
    // An invalid entry, which is ignored.
    return null;
  }
}
