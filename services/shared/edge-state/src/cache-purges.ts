import type { Redis } from 'ioredis';
import { CHANGES_KEPT, EDGE_KEYS } from './redis-keys.ts';

/** What of a site's stored responses is to be forgotten. */
export type CachePurge =
  | { siteId: string; kind: 'all' }
  /** `value`: the beginning of paths, such as "/shop/". */
  | { siteId: string; kind: 'prefix'; value: string }
  /** `value`: a tag of the origin's Cache-Tag or Surrogate-Key. */
  | { siteId: string; kind: 'tag'; value: string };

export const MAX_PURGE_VALUE = 1_024;

const ANNOUNCE = `
local seq = redis.call('INCR', KEYS[2])
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*',
  'site', ARGV[1], 'kind', ARGV[2], 'value', ARGV[3], 'seq', seq)
return seq
`;

/** Tells all edges what to forget. Numbered, so that an edge notices when it has missed some. */
export class CachePurgeLog {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async announce(purge: CachePurge): Promise<void> {
    await this.#redis.eval(
      ANNOUNCE,
      2,
      EDGE_KEYS.cachePurges,
      EDGE_KEYS.cachePurgeSequence,
      purge.siteId,
      purge.kind,
      purge.kind === 'all' ? '' : purge.value,
      CHANGES_KEPT,
    );
  }
}

/** The purge in an entry of the stream; null if it is none. */
export function readCachePurge(fields: Readonly<Record<string, string>>): CachePurge | null {
  const { site = '', kind, value = '' } = fields;
  if (site === '' || value.length > MAX_PURGE_VALUE) return null;
  if (kind === 'all') return { siteId: site, kind };
  if ((kind === 'prefix' || kind === 'tag') && value !== '') return { siteId: site, kind, value };
  return null;
}
