import type { Redis } from 'ioredis';
import { CHANGES_KEPT, type DocumentKeys } from './redis-keys.ts';

/** Sets document and version, and announces the change, all or nothing; never goes back in version. */
const PUBLISH = `
local current = redis.call('HGET', KEYS[2], ARGV[1])
if current and tonumber(current) > tonumber(ARGV[2]) then return current end
if current and tonumber(current) == tonumber(ARGV[2]) and redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[3] then
  return current
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local seq = redis.call('INCR', KEYS[4])
redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], '*', 'site', ARGV[1], 'version', ARGV[2], 'seq', seq, 'traceparent', ARGV[5])
return false
`;

export interface PublishedDocument {
  id: string;
  version: bigint;
  /** Signed. */
  bytes: Uint8Array;
  /** Trace of the change, for edges that apply it; empty if unknown. */
  traceparent: string;
}

/** @returns the version that stands there and is newer, or the same one where it is another document; null: it is out */
export async function publishDocument(
  redis: Redis,
  keys: DocumentKeys,
  { id, version, bytes, traceparent }: PublishedDocument,
): Promise<string | null> {
  const newer = await redis.eval(
    PUBLISH,
    4,
    keys.documents,
    keys.versions,
    keys.changes,
    keys.sequence,
    id,
    version.toString(),
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    CHANGES_KEPT,
    traceparent,
  );
  return newer === null ? null : String(newer);
}

/** Removes what nobody has to hear of any more. Edges that have it keep it until they forget it themselves. */
export async function forgetDocuments(
  redis: Redis,
  keys: DocumentKeys,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  // The versions first: nobody goes for a document that has none.
  await redis.hdel(keys.versions, ...ids);
  await redis.hdel(keys.documents, ...ids);
}

/** Versions that are out, by id; for repairing what an outage kept from being published. */
export async function publishedVersions(redis: Redis, keys: DocumentKeys): Promise<Map<string, bigint>> {
  const versions = await redis.hgetall(keys.versions);
  return new Map(Object.entries(versions).map(([id, version]) => [id, BigInt(version)]));
}
