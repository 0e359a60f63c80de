import type { Topic } from '@palisade/contracts';
import type { Redis } from 'ioredis';
import type { PartitionLag } from '../contract/bus.ts';
import { leaseKey, statsKey, streamKey } from './keys.ts';

/** How far a group is behind in one partition. A group that has never read is behind by everything there is. */
export async function partitionLag(
  redis: Redis,
  topic: Topic,
  partition: number,
  group: string,
): Promise<PartitionLag> {
  const key = streamKey(topic, partition);
  const [groups, deadLetters, dropped] = await Promise.all([
    groupsOf(redis, key),
    redis.hget(leaseKey(topic, partition, group), 'deadLetters'),
    redis.hget(statsKey(topic, partition), 'dropped'),
  ]);
  const found = groups.find((candidate) => candidate.name === group);
  const lag = found ? toCount(found.lag) : await redis.xlen(key);
  return {
    topic,
    partition,
    group,
    lag,
    deadLetters: Number(deadLetters ?? 0),
    dropped: Number(dropped ?? 0),
  };
}

/** The id alone of the first entry behind another: an envelope may have a megabyte. KEYS stream. ARGV id. */
const NEXT_ID_SCRIPT = `#!lua flags=no-writes,allow-oom
local entry = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', 1)[1]
return entry and entry[1] or ''
`;

/** When the oldest event that the group has not acknowledged in one partition was published; null: none waits. */
export async function waitingSince(
  redis: Redis,
  topic: Topic,
  partition: number,
  group: string,
): Promise<Date | null> {
  const key = streamKey(topic, partition);
  const found = (await groupsOf(redis, key)).find((candidate) => candidate.name === group);
  const acknowledged = String(found?.['last-delivered-id'] ?? '0-0');
  const id = (await redis.eval(NEXT_ID_SCRIPT, 1, key, acknowledged)) as string;
  return id === '' ? null : new Date(Number(id.split('-')[0]));
}

/** XINFO GROUPS, empty where the stream does not exist. */
async function groupsOf(redis: Redis, key: string): Promise<Record<string, unknown>[]> {
  if ((await redis.exists(key)) === 0) return [];
  const groups = (await redis.xinfo('GROUPS', key)) as unknown[][];
  return groups.map((flat) => {
    const group: Record<string, unknown> = {};
    for (let i = 0; i + 1 < flat.length; i += 2) group[String(flat[i])] = flat[i + 1];
    return group;
  });
}

function toCount(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
