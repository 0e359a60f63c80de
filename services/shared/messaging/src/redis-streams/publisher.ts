import { randomUUID } from 'node:crypto';
import type { Topic } from '@palisade/contracts';
import type { Redis } from 'ioredis';
import type { BusLogger, BusPublisher, EncodedEvent } from '../contract/bus.ts';
import { consoleLogger } from '../contract/console-logger.ts';
import { BusError } from '../contract/errors.ts';
import { asBuffer } from '../publishing/as-buffer.ts';
import { BatchingPublisher, type PublisherOptions } from '../publishing/batching-publisher.ts';
import type { PendingPublish } from '../publishing/pending-publish.ts';
import type { PartitionEvents, PublishTransport } from '../publishing/transport.ts';
import { BusConnection } from './connection.ts';
import { producerKey, statsKey, streamKey } from './keys.ts';
import { limitsOf, type TopicLimits } from './limits.ts';
import { PUBLISH_SCRIPT } from './publish-script.ts';

export interface RedisStreamsPublisherOptions extends PublisherOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  limits?: Partial<Record<Topic, TopicLimits>>;
  logger?: BusLogger;
}

/** A publisher that works without Nest. It connects at once and reconnects for as long as it is not closed. */
export function createRedisStreamsPublisher(options: RedisStreamsPublisherOptions): BusPublisher {
  return new BatchingPublisher(options, new RedisStreamsTransport(options));
}

interface PartitionBatch {
  topic: Topic;
  partition: number;
  sequence: number;
  events: EncodedEvent[];
  /** Callbacks of these events, which receive a refusal. */
  publishes: Set<PendingPublish>;
  done: boolean;
}

const COMMAND_TIMEOUT_MS = 5000;

/** One script call a partition, all in one round trip. Its sequence number makes a repeat recognisable. */
class RedisStreamsTransport implements PublishTransport<PartitionBatch> {
  readonly name = 'Redis';
  /** More does not make Redis faster, only its other clients slower. */
  readonly maxFlushBytes = 2 * 1024 * 1024;
  readonly retryPauseMs = 100;
  private readonly limits: Partial<Record<Topic, TopicLimits>>;
  private readonly logger: BusLogger;
  private readonly connection: BusConnection;
  private readonly producerId = randomUUID();
  private readonly sequences = new Map<string, number>();

  constructor({
    url,
    source,
    limits = {},
    logger = consoleLogger('bus-publisher'),
  }: RedisStreamsPublisherOptions) {
    this.limits = limits;
    this.logger = logger;
    this.connection = new BusConnection(url, `${source}:publisher`, logger);
  }

  toBatches(partitions: readonly PartitionEvents[]): PartitionBatch[] {
    return partitions.map(({ topic, partition, entries }) => {
      const key = streamKey(topic, partition);
      const sequence = (this.sequences.get(key) ?? 0) + 1;
      this.sequences.set(key, sequence);
      return {
        ...{ topic, partition, sequence, done: false },
        events: entries.map(({ event }) => event),
        publishes: new Set(entries.map(({ publish }) => publish)),
      };
    });
  }

  async send(batches: readonly PartitionBatch[], remainingMs: number): Promise<void> {
    if (!(await this.connection.waitUntilReady(remainingMs)))
      throw new BusError('bus_unavailable', 'Redis cannot be reached');
    await this.connection.run((redis) => this.sendOpen(redis, batches), COMMAND_TIMEOUT_MS);
  }

  async close(): Promise<void> {
    this.connection.close();
  }

  private async sendOpen(redis: Redis, batches: readonly PartitionBatch[]): Promise<void> {
    const results = await Promise.allSettled(
      batches.filter((batch) => !batch.done).map((batch) => this.sendBatch(redis, batch)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async sendBatch(redis: Redis, batch: PartitionBatch): Promise<void> {
    const { topic, partition } = batch;
    const [status, dropped] = await this.write(redis, batch, this.limits[topic] ?? limitsOf(topic));
    batch.done = true;
    if (dropped > 0)
      this.logger.error('bus partition is full: oldest events were dropped', { topic, partition, dropped });
    if (status === -1) {
      const error = new BusError('bus_full', `${topic}/${partition} is full, its readers are behind`);
      for (const publish of batch.publishes) publish.refuse(error);
    }
  }

  private async write(
    redis: Redis,
    { topic, partition, sequence, events }: PartitionBatch,
    limits: TopicLimits,
  ): Promise<[status: number, dropped: number]> {
    try {
      return (await redis.eval(
        PUBLISH_SCRIPT,
        3,
        streamKey(topic, partition),
        producerKey(topic, partition, this.producerId),
        statsKey(topic, partition),
        sequence,
        limits.maxEntries,
        limits.maxBytes,
        limits.overflow,
        ...events.map((event) => asBuffer(event.envelope)),
      )) as [number, number];
    } catch (error) {
      // All of Redis is full, as is the partition then: nothing was written, and waiting here would not help.
      if (isOutOfMemory(error)) return [-1, 0];
      throw error;
    }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && /\bOOM command not allowed/.test(error.message);
