import type { Topic } from '@palisade/contracts';
import { type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';
import { EventSigner } from '../authenticity/event-signer.ts';
import type { BusLogger, BusPublisher, EncodedEvent, OutgoingEvent } from '../bus.ts';
import { pause } from '../delivery/pause.ts';
import { BusError } from '../errors.ts';
import { encodeEvent } from '../event-codec.ts';
import { consoleLogger } from '../logger.ts';
import { partitionOf } from '../partition.ts';
import { openKafka } from './cluster.ts';
import { describeFailure, kafkaErrorType, unavailable } from './failures.ts';
import { KafkaNames } from './names.ts';
import type { KafkaPublisherOptions } from './options.ts';
import { KafkaTopics } from './topics.ts';

interface PendingPublish {
  events: readonly EncodedEvent[];
  bytes: number;
  deadline: number;
  settled: boolean;
  resolve: () => void;
  reject: (error: BusError) => void;
}

/** One produce request: neighbours of one partition. Repeats carry exactly the same events, or Kafka would not know them. */
interface Chunk {
  messages: Message[];
  bytes: number;
  publishes: Set<PendingPublish>;
  done: boolean;
}

interface PartitionChunks {
  topic: Topic;
  partition: number;
  chunks: Chunk[];
}

const MAX_FLUSH_BYTES = 4 * 1024 * 1024;
/** Below Kafka's default limit of a request's record batch, for topics that the operator made. */
const MAX_CHUNK_BYTES = 900 * 1024;
const RETRY_PAUSE_MS = 200;
const ALL_REPLICAS = -1;

/** The broker does not know this producer's sequence any more. Only a new producer can go on. */
const LOST_SEQUENCE: ReadonlySet<string> = new Set([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'DUPLICATE_SEQUENCE_NUMBER',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
]);
const TOO_LARGE: ReadonlySet<string> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/** A publisher that works without Nest. It connects with the first publish. */
export function createKafkaPublisher(options: KafkaPublisherOptions): BusPublisher {
  return new KafkaPublisher(options);
}

/**
 * One flush is under way at a time and takes whatever has gathered meanwhile; within it partitions are sent side by side,
 * each partition's chunks one after the other. The producer is idempotent, so that repeating a chunk of which nobody
 * knows whether it arrived adds nothing.
 *
 * kafkajs takes a sequence number back when a request fails. If a chunk were then given up and another sent under its
 * number, Kafka would take that for the repeat of the first and drop it without a word. A producer that gave up on
 * anything is therefore never used again.
 */
export class KafkaPublisher implements BusPublisher {
  private readonly signer: EventSigner;
  private readonly publishTimeoutMs: number;
  private readonly maxPendingBytes: number;
  private readonly logger: BusLogger;
  private readonly kafka: Kafka;
  private readonly names: KafkaNames;
  private readonly topics: KafkaTopics;
  private readonly queue: PendingPublish[] = [];
  private producer: Producer | undefined;
  private connected = false;
  private failing = false;
  private pendingBytes = 0;
  private flushing: Promise<void> | undefined;
  private closed = false;

  constructor(options: KafkaPublisherOptions) {
    this.signer = new EventSigner(options.source, options.keys);
    this.publishTimeoutMs = options.publishTimeoutMs ?? 15_000;
    this.maxPendingBytes = options.maxPendingBytes ?? 32 * 1024 * 1024;
    this.logger = options.logger ?? consoleLogger('bus-publisher');
    this.kafka = openKafka(options, `${options.source}:publisher`);
    this.names = new KafkaNames(options.prefix);
    this.topics = new KafkaTopics(this.kafka, this.names, options.replicationFactor);
  }

  async publish(events: readonly OutgoingEvent[]): Promise<void> {
    await this.publishEncoded(events.map((event) => encodeEvent(event, this.signer)));
  }

  async publishEncoded(events: readonly EncodedEvent[]): Promise<void> {
    if (this.closed) throw new BusError('bus_closed', 'the publisher is closed');
    if (events.length === 0) return;
    const bytes = events.reduce((sum, event) => sum + event.envelope.length, 0);
    if (this.pendingBytes > 0 && this.pendingBytes + bytes > this.maxPendingBytes)
      throw new BusError('publisher_overloaded', `${this.pendingBytes} bytes are waiting for Kafka already`);
    await new Promise<void>((resolve, reject) => {
      this.pendingBytes += bytes;
      this.queue.push({
        events,
        bytes,
        deadline: Date.now() + this.publishTimeoutMs,
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
    await this.discardProducer();
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
    const partitions = this.toPartitions(publishes);
    while (publishes.some((publish) => !publish.settled)) {
      try {
        await this.sendInTime(partitions, publishes);
        this.noteRecovery();
        for (const publish of publishes) this.settle(publish);
      } catch (error) {
        this.noteFailure(error);
        if (LOST_SEQUENCE.has(kafkaErrorType(error))) await this.discardProducer();
        this.rejectExpired(publishes, error);
        if (publishes.some((publish) => !publish.settled)) await pause(RETRY_PAUSE_MS);
      }
    }
    // Not waited for: the request that nobody waits for any more keeps its connection until it has timed out.
    if (partitions.some(({ chunks }) => chunks.some((chunk) => !chunk.done))) void this.discardProducer();
  }

  /** A broker that hangs keeps a request for longer than the publishes that wait for it. */
  private async sendInTime(
    partitions: readonly PartitionChunks[],
    publishes: readonly PendingPublish[],
  ): Promise<void> {
    const open = publishes.filter(({ settled }) => !settled);
    const remainingMs = Math.max(0, ...open.map(({ deadline }) => deadline - Date.now()));
    const answered = new AbortController();
    const expiry = pause(remainingMs, answered.signal).then(() => {
      throw new BusError('bus_unavailable', 'Kafka does not answer');
    });
    try {
      await Promise.race([this.sendAll(partitions), expiry]);
    } finally {
      answered.abort();
    }
  }

  private toPartitions(publishes: PendingPublish[]): PartitionChunks[] {
    const partitions = new Map<string, PartitionChunks>();
    for (const publish of publishes) {
      for (const event of publish.events) {
        const partition = partitionOf(event.topic, event.key);
        const name = `${event.topic}/${partition}`;
        let entry = partitions.get(name);
        if (!entry) {
          entry = { topic: event.topic, partition, chunks: [] };
          partitions.set(name, entry);
        }
        addTo(entry.chunks, event, partition, publish);
      }
    }
    return [...partitions.values()];
  }

  /** A partition that failed does not keep the others from being confirmed. */
  private async sendAll(partitions: readonly PartitionChunks[]): Promise<void> {
    const open = partitions.filter(({ chunks }) => chunks.some((chunk) => !chunk.done));
    await this.topics.ensure([...new Set(open.map(({ topic }) => topic))]);
    const producer = await this.readyProducer();
    const results = await Promise.allSettled(
      open.map((partition) => this.sendPartition(producer, partition)),
    );
    const failed = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    // One that lost its sequence decides what has to be done next, whatever else failed.
    const failure = failed.find((error) => LOST_SEQUENCE.has(kafkaErrorType(error))) ?? failed[0];
    if (failed.length > 0) throw failure;
  }

  /** One topic and partition a request: kafkajs loses track when a partition moves to a broker that has answered already. */
  private async sendPartition(producer: Producer, { topic, chunks }: PartitionChunks): Promise<void> {
    for (const chunk of chunks) {
      if (chunk.done) continue;
      try {
        await producer.send({
          topic: this.names.topic(topic),
          acks: ALL_REPLICAS,
          messages: chunk.messages,
        });
      } catch (error) {
        if (!TOO_LARGE.has(kafkaErrorType(error))) throw error;
        const refusal = new BusError('event_too_large', `the topic ${topic} takes no record so large`, error);
        for (const publish of chunk.publishes) this.settle(publish, refusal);
      }
      chunk.done = true;
    }
  }

  private async readyProducer(): Promise<Producer> {
    this.producer ??= this.kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: { retries: 1 },
    });
    if (!this.connected) {
      await this.producer.connect();
      this.connected = true;
    }
    return this.producer;
  }

  private async discardProducer(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    this.connected = false;
    try {
      await producer?.disconnect();
    } catch (error) {
      this.logger.info('bus producer could not be closed in good order', { error: describeFailure(error) });
    }
  }

  private noteFailure(error: unknown): void {
    if (this.failing) return;
    this.failing = true;
    this.logger.warn('bus does not take events, trying again', { error: describeFailure(error) });
  }

  private noteRecovery(): void {
    if (this.failing) this.logger.info('bus takes events again', {});
    this.failing = false;
  }

  private rejectExpired(publishes: readonly PendingPublish[], cause: unknown): void {
    const now = Date.now();
    for (const publish of publishes) {
      if (publish.deadline <= now)
        this.settle(
          publish,
          new BusError('bus_unavailable', 'the bus did not confirm in time', unavailable(cause)),
        );
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

function addTo(chunks: Chunk[], event: EncodedEvent, partition: number, publish: PendingPublish): void {
  const { length } = event.envelope;
  let chunk = chunks.at(-1);
  if (!chunk || chunk.bytes + length > MAX_CHUNK_BYTES) {
    chunk = { messages: [], bytes: 0, publishes: new Set(), done: false };
    chunks.push(chunk);
  }
  chunk.messages.push({ key: event.key, value: asBuffer(event.envelope), partition });
  chunk.bytes += length;
  chunk.publishes.add(publish);
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
