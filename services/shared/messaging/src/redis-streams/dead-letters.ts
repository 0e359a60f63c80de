import type { Topic } from '@palisade/contracts';
import type { Redis } from 'ioredis';
import type { DeadLetter, DeadLetterFacts } from '../contract/bus.ts';
import { partitionsOf } from '../contract/partition.ts';
import { deadLetterKey, ENVELOPE_FIELD, leaseKey } from './keys.ts';

/** All but the envelopes, of which a few hundred may have many megabytes. KEYS dead letters. ARGV most entries, field left out. */
const LIST_SCRIPT = `#!lua flags=no-writes,allow-oom
local result = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[1])) do
  local told = {entry[1]}
  local fields = entry[2]
  for i = 1, #fields, 2 do
    if fields[i] ~= ARGV[2] then told[#told + 1] = fields[i]; told[#told + 1] = fields[i + 1] end
  end
  result[#result + 1] = told
end
return result
`;

/**
 * KEYS dead letters, lease. ARGV entry. Removing the last one resets the counter, which also counted those that did not
 * fit and cannot be settled.
 */
const REMOVE_SCRIPT = `#!lua flags=allow-oom
if redis.call('XDEL', KEYS[1], ARGV[1]) == 0 then return 0 end
if redis.call('XLEN', KEYS[1]) == 0 then redis.call('HDEL', KEYS[2], 'deadLetters')
else redis.call('HINCRBY', KEYS[2], 'deadLetters', -1) end
return 1
`;

/** Redis takes numbers of 64 bits in an entry's name. */
const ID = /^(\d{1,4})\/(\d{1,19}-\d{1,19})$/;

export async function listDeadLetters(
  redis: Redis,
  topic: Topic,
  group: string,
  limit: number,
): Promise<DeadLetterFacts[]> {
  const perPartition = await Promise.all(
    partitionsOf(topic).map(async (partition) => {
      const key = deadLetterKey(topic, partition, group);
      const entries = (await redis.eval(LIST_SCRIPT, 1, key, limit, ENVELOPE_FIELD)) as string[][];
      return entries.map(([entry = '', ...flat]) => toFacts({ topic, partition, group }, entry, flat));
    }),
  );
  return perPartition
    .flat()
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, limit);
}

export async function findDeadLetter(
  redis: Redis,
  topic: Topic,
  group: string,
  id: string,
): Promise<DeadLetter | null> {
  const place = readDeadLetterId(topic, id);
  if (place === null) return null;
  const { partition, entry } = place;
  const [found] = await redis.xrangeBuffer(deadLetterKey(topic, partition, group), entry, entry);
  if (found === undefined) return null;
  const [, flat] = found;
  const at = flat.findIndex((field, index) => index % 2 === 0 && field.toString() === ENVELOPE_FIELD);
  const texts = flat.map((field, index) => (index === at + 1 ? '' : field.toString()));
  return {
    ...toFacts({ topic, partition, group }, entry, texts),
    envelope: at === -1 ? new Uint8Array() : flat[at + 1]!,
  };
}

export async function removeDeadLetter(
  redis: Redis,
  { id, group, position }: DeadLetterFacts,
): Promise<void> {
  const place = readDeadLetterId(position.topic, id);
  if (place === null) return;
  const { partition, entry } = place;
  const keys = [deadLetterKey(position.topic, partition, group), leaseKey(position.topic, partition, group)];
  await redis.eval(REMOVE_SCRIPT, 2, ...keys, entry);
}

function readDeadLetterId(topic: Topic, id: string): { partition: number; entry: string } | null {
  const [, partition, entry = ''] = ID.exec(id) ?? [];
  if (partition === undefined || !partitionsOf(topic).includes(Number(partition))) return null;
  return { partition: Number(partition), entry };
}

function toFacts(
  { topic, partition, group }: { topic: Topic; partition: number; group: string },
  entry: string,
  flat: readonly string[],
): DeadLetterFacts {
  const fields = new Map<string, string>();
  for (let i = 0; i + 1 < flat.length; i += 2) fields.set(flat[i]!, flat[i + 1]!);
  const text = (name: string) => fields.get(name) ?? '';
  return {
    id: `${partition}/${entry}`,
    position: { topic, partition, offset: text('offset') },
    group,
    eventId: text('id'),
    eventType: text('type'),
    reason: text('reason'),
    attempts: Number(text('attempts')),
    at: new Date(Number(text('at'))),
  };
}
