import type { Topic } from '@palisade/contracts';
import { type Message, Partitioners, type Producer } from 'kafkajs';
import type { BusLogger, BusPublisher, EncodedEvent } from '../contract/bus.ts';
import { consoleLogger } from '../contract/console-logger.ts';
import { BusError } from '../contract/errors.ts';
import { pause } from '../delivery/pause.ts';
import { asBuffer } from '../publishing/as-buffer.ts';
import { BatchingPublisher } from '../publishing/batching-publisher.ts';
import type { PendingPublish } from '../publishing/pending-publish.ts';
import type { PartitionEvents, PublishTransport } from '../publishing/transport.ts';
import { type KafkaClient, openKafka } from './client.ts';
import { describeFailure, kafkaErrorType, unavailable } from './failures.ts';
import { KafkaNames } from './names.ts';
import type { KafkaPublisherOptions } from './options.ts';
import { KafkaTopics } from './topics.ts';

/** One produce request: neighbours of one partition. Repeats carry exactly the same events, or Kafka would not know them. */
interface Chunk {
  messages: Message[];
  bytes: number;
  publishes: Set<PendingPublish>;
  done: boolean;
}

interface PartitionChunks {
  topic: Topic;
  chunks: Chunk[];
}

/** Below Kafka's default limit of a request's record batch, for topics that the operator made. */
const MAX_CHUNK_BYTES = 900 * 1024;
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
  return new BatchingPublisher(options, new KafkaTransport(options));
}

/**
 * Within a flush partitions are sent side by side, each partition's chunks one after the other. The producer is idempotent,
 * so that repeating a chunk of which nobody knows whether it arrived adds nothing.
 *
 * kafkajs takes a sequence number back when a request fails. If a chunk were then given up and another sent under its
 * number, Kafka would take that for the repeat of the first and drop it without a word. A producer that gave up on
 * anything is therefore never used again.
 */
class KafkaTransport implements PublishTransport<PartitionChunks> {
  readonly name = 'Kafka';
  readonly maxFlushBytes = 4 * 1024 * 1024;
  readonly retryPauseMs = 200;
  private readonly logger: BusLogger;
  private readonly client: KafkaClient;
  private readonly names: KafkaNames;
  private readonly topics: KafkaTopics;
  private producer: Producer | undefined;
  private connected = false;
  private failing = false;

  constructor(options: KafkaPublisherOptions) {
    this.logger = options.logger ?? consoleLogger('bus-publisher');
    this.client = openKafka(options, `${options.source}:publisher`);
    this.names = new KafkaNames(options.prefix);
    this.topics = new KafkaTopics(this.client.kafka, this.names, options.replicationFactor);
  }

  toBatches(partitions: readonly PartitionEvents[]): PartitionChunks[] {
    return partitions.map(({ topic, partition, entries }) => {
      const chunks: Chunk[] = [];
      for (const { event, publish } of entries) addTo(chunks, event, partition, publish);
      return { topic, chunks };
    });
  }

  async send(partitions: readonly PartitionChunks[], remainingMs: number): Promise<void> {
    try {
      await this.sendInTime(partitions, remainingMs);
      this.noteRecovery();
    } catch (error) {
      this.noteFailure(error);
      if (LOST_SEQUENCE.has(kafkaErrorType(error))) await this.discardProducer();
      throw unavailable(error);
    }
  }

  finish(partitions: readonly PartitionChunks[]): void {
    // Not waited for: the request that nobody waits for any more keeps its connection until it has timed out.
    if (partitions.some(({ chunks }) => chunks.some((chunk) => !chunk.done))) void this.discardProducer();
  }

  async close(): Promise<void> {
    await this.discardProducer();
    this.client.close();
  }

  /** A broker that hangs keeps a request for longer than the publishes that wait for it. */
  private async sendInTime(partitions: readonly PartitionChunks[], remainingMs: number): Promise<void> {
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
        for (const publish of chunk.publishes) publish.refuse(refusal);
      }
      chunk.done = true;
    }
  }

  private async readyProducer(): Promise<Producer> {
    this.producer ??= this.client.kafka.producer({
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
      this.logger.info('closing the bus producer failed', { error: describeFailure(error) });
    }
  }

  private noteFailure(error: unknown): void {
    if (this.failing) return;
    this.failing = true;
    this.logger.warn('publishing to the bus failed, trying again', { error: describeFailure(error) });
  }

  private noteRecovery(): void {
    if (this.failing) this.logger.info('publishing to the bus works again', {});
    this.failing = false;
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
