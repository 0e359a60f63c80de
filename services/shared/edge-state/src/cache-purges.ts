import type { Redis } from 'ioredis';
import { CHANGES_KEPT, EDGE_KEYS } from './redis-keys.ts';

/** What of a site's stored responses is to be forgotten. */
export type CachePurge =
  | { siteId: string; kind: 'all' }
  /** `value`: the beginning of paths, such as "/shop/". */
  | { siteId: string; kind: 'prefix'; value: string }
  /** `value`: a tag of the origin's Cache-Tag or Surrogate-Key. */
  | { siteId: string; kind: 'tag'; value: string };

/** A purge that was asked for, as its site's owner sees it. */
export interface ListedPurge {
  kind: CachePurge['kind'];
  /** Prefixes or tags; empty for 'all'. */
  values: readonly string[];
  atMs: number;
  /** The user who requested it. */
  byUserId: string;
}

export const MAX_PURGE_VALUE = 1_024;
/** Maximum purges per site and minute; each value counts as one. */
export const PURGES_A_MINUTE = 60;
const PURGES_LISTED = 50;
const COUNT_SECONDS = 120;

const ANNOUNCE = `
local values = cjson.decode(ARGV[3])
local count = redis.call('INCRBY', KEYS[4], #values)
redis.call('EXPIRE', KEYS[4], ARGV[7])
if count > tonumber(ARGV[6]) then return 0 end
for _, value in ipairs(values) do
  local seq = redis.call('INCR', KEYS[2])
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*',
    'site', ARGV[1], 'kind', ARGV[2], 'value', value, 'seq', seq)
end
redis.call('LPUSH', KEYS[3], ARGV[5])
redis.call('LTRIM', KEYS[3], 0, ARGV[8] - 1)
return 1
`;

/** Tells all edges what to forget. Numbered, so that an edge notices when it has missed some. */
export class CachePurgeLog {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** False: the site has been purged too often within this minute, and nothing was announced. */
  async announce(siteId: string, purge: ListedPurge): Promise<boolean> {
    const values = purge.kind === 'all' ? [''] : purge.values;
    const announced = await this.redis.eval(
      ANNOUNCE,
      4,
      EDGE_KEYS.cachePurges,
      EDGE_KEYS.cachePurgeSequence,
      EDGE_KEYS.sitePurges(siteId),
      EDGE_KEYS.sitePurgeCount(siteId, Math.floor(purge.atMs / 60_000)),
      siteId,
      purge.kind,
      JSON.stringify(values),
      CHANGES_KEPT,
      JSON.stringify(purge),
      PURGES_A_MINUTE,
      COUNT_SECONDS,
      PURGES_LISTED,
    );
    return announced === 1;
  }

  /** The latest purges of a site, newest first. */
  async ofSite(siteId: string): Promise<ListedPurge[]> {
    const entries = await this.redis.lrange(EDGE_KEYS.sitePurges(siteId), 0, PURGES_LISTED - 1);
    return entries.map((entry) => JSON.parse(entry) as ListedPurge);
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
