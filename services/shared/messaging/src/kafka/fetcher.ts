import type { BusLogger } from '../contract/bus.ts';
import type { StoredRecord } from '../delivery/delivery.ts';
import { pause } from '../delivery/pause.ts';
import type { Cluster, FetchedRecord } from './cluster.ts';
import { describeFailure, kafkaErrorType } from './failures.ts';
import type { PartitionConsumer } from './partition-consumer.ts';
import { Signal } from './signal.ts';

const LONG_POLL_MS = 500;
/** While a partition is full it may get room at any moment, and then should not wait for the others' long poll. */
const SHORT_POLL_MS = 50;
const MAX_PARTITION_BYTES = 1024 * 1024;
const MAX_FETCH_BYTES = 8 * 1024 * 1024;
const RETRY_PAUSE_MS = 200;
const LEADERS_CHECK_MS = 5000;
const EARLIEST = true;

/** Keeps a generation's partitions supplied: one loop per broker that leads any of them, partitions that are full left out. */
export class Fetcher {
  private readonly cluster: Cluster;
  private readonly consumers: readonly PartitionConsumer[];
  private readonly logger: BusLogger;
  private readonly room = new Signal();
  private readonly change = new Signal();
  private readonly loops = new Map<string, Promise<void>>();
  private stopped = false;
  private failing = false;

  constructor(cluster: Cluster, consumers: readonly PartitionConsumer[], logger: BusLogger) {
    this.cluster = cluster;
    this.consumers = consumers;
    this.logger = logger;
  }

  noteRoom(): void {
    this.room.notify();
  }

  /** Fetches in progress are not awaited; their records are dropped. */
  stop(): void {
    this.stopped = true;
    this.room.notify();
    this.change.notify();
  }

  async run(): Promise<void> {
    while (!this.stopped) {
      try {
        await this.cluster.refreshMetadataIfNecessary();
        for (const leader of this.byLeader().keys()) {
          if (this.loops.has(leader)) continue;
          const loop = this.loop(leader).finally(() => {
            this.loops.delete(leader);
            this.change.notify();
          });
          this.loops.set(leader, loop);
        }
        await this.change.wait(LEADERS_CHECK_MS);
      } catch (error) {
        await this.recover(error);
      }
    }
    await Promise.all(this.loops.values());
  }

  private byLeader(): Map<string, PartitionConsumer[]> {
    const result = new Map<string, PartitionConsumer[]>();
    for (const consumer of this.consumers) {
      if (consumer.isLost) continue;
      const { kafkaTopic, partition } = consumer.options;
      const [leader] = Object.keys(this.cluster.findLeaderForPartitions(kafkaTopic, [partition]));
      if (leader === undefined) throw new Error(`no leader known for ${kafkaTopic}/${partition}`);
      result.set(leader, [...(result.get(leader) ?? []), consumer]);
    }
    return result;
  }

  /** Ends when the broker no longer leads any of our partitions, or on a failure; `run` then refreshes the metadata. */
  private async loop(leader: string): Promise<void> {
    while (!this.stopped) {
      try {
        const mine = this.byLeader().get(leader);
        if (!mine) return;
        const hungry = mine.filter((consumer) => consumer.wantsMore);
        if (hungry.length === 0) await this.room.wait(LONG_POLL_MS);
        else await this.fetch(leader, hungry, hungry.length === mine.length ? LONG_POLL_MS : SHORT_POLL_MS);
        this.noteRecovery();
      } catch (error) {
        await this.recover(error);
        return;
      }
    }
  }

  private async fetch(leader: string, consumers: readonly PartitionConsumer[], wait: number): Promise<void> {
    const broker = await this.cluster.findBroker({ nodeId: leader });
    const topics = Map.groupBy(consumers, ({ options }) => options.kafkaTopic);
    const { responses } = await broker.fetch({
      maxWaitTime: wait,
      minBytes: 1,
      maxBytes: MAX_FETCH_BYTES,
      topics: [...topics].map(([topic, members]) => ({
        topic,
        partitions: members.map(({ options, fetchOffset }) => ({
          partition: options.partition,
          fetchOffset: fetchOffset.toString(),
          maxBytes: MAX_PARTITION_BYTES,
        })),
      })),
    });
    if (this.stopped) return;
    for (const { topicName, partitions } of responses) {
      for (const { partition, messages } of partitions) {
        const consumer = topics.get(topicName)?.find(({ options }) => options.partition === partition);
        if (consumer && messages.length > 0) handOver(consumer, messages);
      }
    }
  }

  private async recover(error: unknown): Promise<void> {
    if (this.stopped) return;
    if (kafkaErrorType(error) === 'OFFSET_OUT_OF_RANGE' && (await this.skipLost(error))) return;
    if (!this.failing) {
      this.failing = true;
      this.logger.warn('bus cannot be read, trying again', { error: describeFailure(error) });
    }
    await pause(RETRY_PAUSE_MS);
    try {
      await this.cluster.connect();
      await this.cluster.refreshMetadata();
    } catch {
      // Still away; the next round reports nothing new and tries again.
    }
  }

  /** Retention has removed what a partition would read next, or the cluster has lost its newest records. */
  private async skipLost(error: unknown): Promise<boolean> {
    const { topic, partition } = outOfRange(error);
    const consumer = this.consumers.find(
      ({ options }) => options.kafkaTopic === topic && options.partition === partition,
    );
    if (!consumer || topic === undefined || partition === undefined) return false;
    try {
      const [found] = await this.cluster.fetchTopicsOffset([
        { topic, partitions: [{ partition }], fromBeginning: EARLIEST },
      ]);
      consumer.skipTo(BigInt(found?.partitions[0]?.offset ?? 0));
      return true;
    } catch {
      return false;
    }
  }

  private noteRecovery(): void {
    if (this.failing) this.logger.info('bus can be read again', {});
    this.failing = false;
  }
}

function outOfRange(error: unknown): { topic?: string; partition?: number } {
  const { topic, partition, cause } = error as { topic?: string; partition?: number; cause?: unknown };
  return topic === undefined && cause ? outOfRange(cause) : { topic, partition };
}

/** A fetch begins at the start of the record batch that holds the offset asked for: what comes before it is passed over. */
function handOver(consumer: PartitionConsumer, messages: readonly FetchedRecord[]): void {
  const { topic, partition } = consumer.options;
  const from = consumer.fetchOffset;
  const records: StoredRecord[] = messages
    .filter(({ offset, isControlRecord }) => isControlRecord !== true && BigInt(offset) >= from)
    .map(({ offset, value }) => ({
      position: { topic, partition, offset },
      envelope: value ?? new Uint8Array(),
    }));
  const next = BigInt(messages.at(-1)!.offset) + 1n;
  if (next > from) consumer.push(records, next);
}
