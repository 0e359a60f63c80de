import type { Topic } from '@palisade/contracts';
import type { Admin, Kafka } from 'kafkajs';
import type { PartitionLag } from '../contract/bus.ts';
import { partitionsOf } from '../contract/partition.ts';
import { pause } from '../delivery/pause.ts';
import { parseClaim } from './claim.ts';
import type { Cluster } from './cluster.ts';
import { fetchFrom } from './fetch-from.ts';
import type { KafkaNames } from './names.ts';

const ATTEMPTS = 4;
const RETRY_PAUSE_MS = 250;
/** Bytes. */
const FIRST_BATCH_ALONE = 1;

type Ends = Map<number, { low: bigint; high: bigint }>;

/** How far a group is behind in topics. A group that has never read is behind by everything there is. */
export async function groupLag(
  admin: Admin,
  names: KafkaNames,
  group: string,
  topics: readonly Topic[],
): Promise<PartitionLag[]> {
  const there = new Set(await admin.listTopics());
  const perTopic = topics.map(async (topic) => {
    const name = names.topic(topic);
    if (!there.has(name))
      return partitionsOf(topic).map((partition) => ({
        ...{ topic, partition, group },
        ...{ lag: 0, deadLetters: 0, dropped: 0 },
      }));
    const [ends, dead, [committed]] = await Promise.all([
      endsOf(admin, name),
      there.has(names.deadLetters(topic, group)) ? endsOf(admin, names.deadLetters(topic, group)) : undefined,
      admin.fetchOffsets({ groupId: names.group(group), topics: [name] }),
    ]);
    return partitionsOf(topic).map((partition): PartitionLag => {
      const stored = committed?.partitions.find((candidate) => candidate.partition === partition);
      const { low, high } = ends.get(partition) ?? { low: 0n, high: 0n };
      const letters = dead?.get(partition);
      const offset = stored && Number(stored.offset) >= 0 ? BigInt(stored.offset) : low;
      const missed = offset < low ? Number(low - offset) : 0;
      return {
        ...{ topic, partition, group },
        lag: Number(high - (offset < low ? low : offset)),
        deadLetters: letters ? Number(letters.high - letters.low) : 0,
        dropped: parseClaim(stored?.metadata ?? null).dropped + missed,
      };
    });
  });
  return (await Promise.all(perTopic)).flat();
}

/** When the oldest event that the group has not acknowledged was published, in each partition where any waits. */
export async function waitingSince(
  { admin, cluster }: Inspected,
  names: KafkaNames,
  group: string,
  topic: Topic,
): Promise<Date[]> {
  const name = names.topic(topic);
  if (!(await admin.listTopics()).includes(name)) return [];
  const [ends, [committed]] = await Promise.all([
    endsOf(admin, name),
    admin.fetchOffsets({ groupId: names.group(group), topics: [name] }),
  ]);
  const behind = [...ends].flatMap(([partition, { low, high }]) => {
    const stored = committed?.partitions.find((candidate) => candidate.partition === partition);
    const from = nextOf(stored?.offset, low);
    return from < high ? [{ partition, from }] : [];
  });
  if (behind.length === 0) return [];
  await cluster.connect();
  await cluster.addMultipleTargetTopics([name]);
  const found: Date[] = [];
  // One after the other: of requests that find no connection, kafkajs would open one for each.
  for (const { partition, from } of behind) {
    const [oldest] = await fetchFrom(cluster, name, partition, from, FIRST_BATCH_ALONE);
    if (oldest) found.push(new Date(Number(oldest.timestamp)));
  }
  return found;
}

/**
 * A group's next offset in a partition: it may never have committed, and retention may have deleted its next records.
 */
function nextOf(committed: string | undefined, low: bigint): bigint {
  const offset = BigInt(committed ?? -1);
  return offset < low ? low : offset;
}

export async function endsOf(admin: Admin, name: string): Promise<Ends> {
  const offsets = await admin.fetchTopicOffsets(name);
  return new Map(
    offsets.map(({ partition, low, high }) => [partition, { low: BigInt(low), high: BigInt(high) }]),
  );
}

export interface Inspected {
  admin: Admin;
  cluster: Cluster;
}

/** Connects once for inspection, and again after a failure. */
export class Inspection {
  private readonly kafka: Kafka;
  private readonly openCluster: () => Cluster;
  private opening: Promise<Inspected> | undefined;

  constructor(kafka: Kafka, openCluster: () => Cluster) {
    this.kafka = kafka;
    this.openCluster = openCluster;
  }

  /** A topic that is just being made has no leader yet, and a cluster may be electing: neither is worth a failure. */
  async use<T>(look: (kafka: Inspected) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      this.opening ??= this.open();
      const { opening } = this;
      try {
        return await look(await opening);
      } catch (error) {
        if (this.opening === opening) this.opening = undefined;
        void opening.then(closeBoth, () => undefined);
        if (attempt === ATTEMPTS) throw error;
        await pause(RETRY_PAUSE_MS);
      }
    }
  }

  async close(): Promise<void> {
    const { opening } = this;
    this.opening = undefined;
    if (opening) await opening.then(closeBoth, () => undefined);
  }

  private async open(): Promise<Inspected> {
    const admin = this.kafka.admin();
    await admin.connect();
    return { admin, cluster: this.openCluster() };
  }
}

async function closeBoth({ admin, cluster }: Inspected): Promise<void> {
  await Promise.allSettled([admin.disconnect(), cluster.disconnect()]);
}
