import type { Topic } from '@palisade/contracts';
import type { DeadLetter, DeadLetterFacts } from '../contract/bus.ts';
import type { Cluster, FetchedRecord } from './cluster.ts';
import { type DeadLetterStore, readDeadLetterRecord } from './dead-letters.ts';
import { fetchFrom } from './fetch-from.ts';
import { endsOf, type Inspected } from './inspection.ts';
import type { KafkaNames } from './names.ts';

const MAX_FETCH_BYTES = 8 * 1024 * 1024;
/** How far a letter is looked for in its partition: settling one moves all before it. */
const MAX_BEFORE = 1_000;
const MAX_BYTES_BEFORE = 32 * 1024 * 1024;

interface Place {
  names: KafkaNames;
  topic: Topic;
  group: string;
}
interface Found {
  /** Position among the dead letters. */
  at: bigint;
  letter: DeadLetter;
}

/** The oldest dead letters, without their envelopes. */
export async function listDeadLetters(
  kafka: Inspected,
  place: Place,
  limit: number,
): Promise<DeadLetterFacts[]> {
  const letters: DeadLetterFacts[] = [];
  // One after the other: of requests that find no connection, kafkajs would open one for each.
  for (const partition of await partitionsThere(kafka, place)) {
    const found = await firstOf(kafka, place, partition, limit);
    letters.push(...found.map(({ letter: { envelope: _left, ...facts } }) => facts));
  }
  return withoutRepeats(letters)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, limit);
}

export async function findDeadLetter(kafka: Inspected, place: Place, id: string): Promise<DeadLetter | null> {
  const partition = Number(id.split('/')[0]);
  if (!(await partitionsThere(kafka, place)).includes(partition)) return null;
  const found = await firstOf(kafka, place, partition, MAX_BEFORE);
  return found.find(({ letter }) => letter.id === id)?.letter ?? null;
}

/**
 * Kafka forgets a partition's records only from its beginning: those before the letter are put at the end first. Between the
 * two they stand there twice, which reading hides.
 */
export async function removeDeadLetter(
  kafka: Inspected,
  store: DeadLetterStore,
  place: Place,
  { id, position: { partition } }: DeadLetterFacts,
): Promise<void> {
  const found = await firstOf(kafka, place, partition, MAX_BEFORE);
  const last = found.findLastIndex(({ letter }) => letter.id === id);
  if (last === -1) return;
  const kept = withoutRepeats(
    found
      .slice(0, last)
      .map(({ letter }) => letter)
      .filter((letter) => letter.id !== id),
  );
  if (kept.length > 0) await store.append(place.group, place.topic, kept);
  await kafka.admin.deleteTopicRecords({
    topic: place.names.deadLetters(place.topic, place.group),
    partitions: [{ partition, offset: (found[last]!.at + 1n).toString() }],
  });
}

async function partitionsThere({ admin }: Inspected, { names, topic, group }: Place): Promise<number[]> {
  const name = names.deadLetters(topic, group);
  if (!(await admin.listTopics()).includes(name)) return [];
  return [...(await endsOf(admin, name)).keys()];
}

async function firstOf(
  { admin, cluster }: Inspected,
  { names, topic, group }: Place,
  partition: number,
  limit: number,
): Promise<Found[]> {
  const name = names.deadLetters(topic, group);
  await cluster.connect();
  await cluster.addMultipleTargetTopics([name]);
  const { low, high } = (await endsOf(admin, name)).get(partition) ?? { low: 0n, high: 0n };
  const to = low + BigInt(limit) < high ? low + BigInt(limit) : high;
  const records = await readRange(cluster, name, partition, low, to);
  return records.map((record) => ({
    at: BigInt(record.offset),
    letter: readDeadLetterRecord(record, { topic, partition, group }),
  }));
}

async function readRange(
  cluster: Cluster,
  topic: string,
  partition: number,
  from: bigint,
  to: bigint,
): Promise<FetchedRecord[]> {
  const records: FetchedRecord[] = [];
  let bytes = 0;
  for (let next = from; next < to && bytes < MAX_BYTES_BEFORE; ) {
    const messages = await fetchFrom(cluster, topic, partition, next, MAX_FETCH_BYTES);
    if (messages.length === 0) break;
    const wanted = messages.filter(({ offset }) => BigInt(offset) < to);
    for (const { value } of wanted) bytes += value?.length ?? 0;
    records.push(...wanted);
    next = BigInt(messages.at(-1)!.offset) + 1n;
  }
  return records;
}

/** A consumer that crashed between storing a dead letter and passing the event has stored it twice. */
function withoutRepeats<Letter extends DeadLetterFacts>(letters: readonly Letter[]): Letter[] {
  return [...new Map(letters.map((letter) => [letter.id, letter])).values()];
}
