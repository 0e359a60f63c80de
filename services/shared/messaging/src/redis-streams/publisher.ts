import { randomUUID } from 'node:crypto';
import type { EventProducer, Topic } from '@palisade/contracts';
import type { Redis } from 'ioredis';
import type { EventKeys } from '../authenticity/event-keys.ts';
import { EventSigner } from '../authenticity/event-signer.ts';
import type { BusLogger, BusPublisher, EncodedEvent, OutgoingEvent } from '../bus.ts';
import { BusError } from '../errors.ts';
import { encodeEvent } from '../event-codec.ts';
import { consoleLogger } from '../logger.ts';
import { partitionOf } from '../partition.ts';
import { BusConnection } from './connection.ts';
import { producerKey, statsKey, streamKey } from './keys.ts';
import { limitsOf, type TopicLimits } from './limits.ts';
import { PUBLISH_SCRIPT } from './publish-script.ts';

export interface RedisStreamsPublisherOptions {
  /** `redis://` or `rediss://`. */
  url: string;
  /** Who publishes, as it stands in the envelopes. */
  source: EventProducer;
  keys: EventKeys;
  /** How long a publish goes on trying while Redis is away. Default 15,000. */
  publishTimeoutMs?: number;
  /** Unconfirmed bytes that may wait; more is refused with `publisher_overloaded`. Default 32 MiB. */
  maxPendingBytes?: number;
  limits?: Partial<Record<Topic, TopicLimits>>;
  logger?: BusLogger;
}

/** A publisher that works without Nest. It connects at once and reconnects for as long as it is not closed. */
export function createRedisStreamsPublisher(options: RedisStreamsPublisherOptions): BusPublisher {
  return new RedisStreamsPublisher(options);
}

interface PendingPublish {
  events: readonly EncodedEvent[];
  bytes: number;
  deadline: number;
  settled: boolean;
  resolve: () => void;
  reject: (error: BusError) => void;
}

interface PartitionBatch {
  topic: Topic;
  partition: number;
  sequence: number;
  events: EncodedEvent[];
  /** Whose events these are, so that a refusal reaches them. */
  publishes: Set<PendingPublish>;
  done: boolean;
}

/** What goes into one round trip. More does not make Redis faster, only its other clients slower. */
const MAX_FLUSH_BYTES = 2 * 1024 * 1024;
const COMMAND_TIMEOUT_MS = 5000;
const RETRY_PAUSE_MS = 100;

/**
 * One flush is under way at a time and takes whatever has gathered meanwhile, so that order is kept without waiting
 * per event and many small publishes share a round trip.
 */
export class RedisStreamsPublisher implements BusPublisher {
  private readonly options: Required<Omit<RedisStreamsPublisherOptions, 'limits'>>;
  private readonly limits: Partial<Record<Topic, TopicLimits>>;
  private readonly connection: BusConnection;
  private readonly signer: EventSigner;
  private readonly producerId = randomUUID();
  private readonly sequences = new Map<string, number>();
  private readonly queue: PendingPublish[] = [];
  private pendingBytes = 0;
  private flushing: Promise<void> | undefined;
  private closed = false;

  constructor(options: RedisStreamsPublisherOptions) {
    this.options = {
      publishTimeoutMs: 15_000,
      maxPendingBytes: 32 * 1024 * 1024,
      logger: consoleLogger('bus-publisher'),
      ...options,
    };
    this.limits = options.limits ?? {};
    this.signer = new EventSigner(options.source, options.keys);
    this.connection = new BusConnection(options.url, `${options.source}:publisher`, this.options.logger);
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    await this.publishEncoded(events.map((event) => encodeEvent(event, this.signer)));
  }

  async publishEncoded(events: readonly EncodedEvent[]): Promise<void> {
    if (this.closed) throw new BusError('bus_closed', 'the publisher is closed');
    if (events.length === 0) return;
    const bytes = events.reduce((sum, event) => sum + event.envelope.length, 0);
    if (this.pendingBytes > 0 && this.pendingBytes + bytes > this.options.maxPendingBytes)
      throw new BusError('publisher_overloaded', `${this.pendingBytes} bytes are waiting for Redis already`);
    await new Promise<void>((resolve, reject) => {
      this.pendingBytes += bytes;
      this.queue.push({
        events,
        bytes,
        deadline: Date.now() + this.options.publishTimeoutMs,
        settled: false,
        resolve,
        reject,
      });
      this.flushing ??= this.flushAll();
    });
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.flushing;
    this.connection.close();
  }

  private async flushAll(): Promise<void> {
    // Lets the publishes of one tick gather.
    await Promise.resolve();
    try {
      while (this.queue.length > 0) await this.flush(this.takeFlush());
    } finally {
      this.flushing = undefined;
    }
  }

  private takeFlush(): PendingPublish[] {
    let bytes = 0;
    let count = 0;
    for (const publish of this.queue) {
      if (count > 0 && bytes + publish.bytes > MAX_FLUSH_BYTES) break;
      bytes += publish.bytes;
      count++;
    }
    return this.queue.splice(0, count);
  }

  private async flush(publishes: PendingPublish[]): Promise<void> {
    const batches = this.toBatches(publishes);
    while (publishes.some((publish) => !publish.settled)) {
      const open = publishes.filter((publish) => !publish.settled);
      const remainingMs = Math.max(...open.map((publish) => publish.deadline)) - Date.now();
      let failure: unknown = new BusError('bus_unavailable', 'Redis cannot be reached');
      if (await this.connection.waitUntilReady(remainingMs)) {
        try {
          await this.connection.run((redis) => this.send(redis, batches), COMMAND_TIMEOUT_MS);
          for (const publish of open) this.settle(publish);
          return;
        } catch (error) {
          failure = error;
        }
      }
      this.rejectExpired(open, failure);
      if (publishes.some((publish) => !publish.settled)) await pause(RETRY_PAUSE_MS);
    }
  }

  private toBatches(publishes: PendingPublish[]): PartitionBatch[] {
    const batches = new Map<string, PartitionBatch>();
    for (const publish of publishes) {
      for (const event of publish.events) {
        const partition = partitionOf(event.topic, event.key);
        const key = streamKey(event.topic, partition);
        let batch = batches.get(key);
        if (!batch) {
          const sequence = (this.sequences.get(key) ?? 0) + 1;
          this.sequences.set(key, sequence);
          batch = { topic: event.topic, partition, sequence, events: [], publishes: new Set(), done: false };
          batches.set(key, batch);
        }
        batch.events.push(event);
        batch.publishes.add(publish);
      }
    }
    return [...batches.values()];
  }

  /** Sends what is not confirmed yet; a partition that failed does not keep the others from being confirmed. */
  private async send(redis: Redis, batches: PartitionBatch[]): Promise<void> {
    const results = await Promise.allSettled(
      batches.filter((batch) => !batch.done).map((batch) => this.sendBatch(redis, batch)),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async sendBatch(redis: Redis, batch: PartitionBatch): Promise<void> {
    const { topic, partition } = batch;
    const limits = this.limits[topic] ?? limitsOf(topic);
    const [status, dropped] = await this.write(redis, batch, limits);
    batch.done = true;
    if (dropped > 0)
      this.options.logger.error('bus partition is full: oldest events were dropped', {
        topic,
        partition,
        dropped,
      });
    if (status === -1) {
      const error = new BusError('bus_full', `${topic}/${partition} is full, its readers are behind`);
      for (const publish of batch.publishes) this.settle(publish, error);
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

  private rejectExpired(publishes: PendingPublish[], cause: unknown): void {
    const now = Date.now();
    for (const publish of publishes) {
      if (publish.deadline <= now)
        this.settle(publish, new BusError('bus_unavailable', 'the bus did not confirm in time', cause));
    }
  }

  private settle(publish: PendingPublish, error?: BusError): void {
    if (publish.settled) return;
    publish.settled = true;
    this.pendingBytes -= publish.bytes;
    if (error) publish.reject(error);
    else publish.resolve();
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && /\bOOM command not allowed/.test(error.message);

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
