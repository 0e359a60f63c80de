import { EVENTS, type EventType, type Topic } from '@palisade/contracts';
import type {
  BusPublisher,
  DeadLetter,
  DeadLetterFacts,
  EncodedEvent,
  EventBus,
  OutgoingEvent,
  PartitionLag,
  SubscribeOptions,
  Subscription,
} from '../contract/bus.ts';
import { consoleLogger } from '../contract/console-logger.ts';
import { BusError } from '../contract/errors.ts';
import { partitionsOf } from '../contract/partition.ts';
import type { Refusal } from '../contract/refusals.ts';
import { DEFAULT_RETRY, Delivery } from '../delivery/delivery.ts';
import { Redelivery } from '../delivery/redelivery.ts';
import { EventVerifier } from '../envelope/event-verifier.ts';
import { BusConnection } from './connection.ts';
import { findDeadLetter, listDeadLetters, removeDeadLetter } from './dead-letters.ts';
import { GroupMember } from './group-member.ts';
import { partitionLag, waitingSince } from './inspection.ts';
import { createRedisStreamsPublisher, type RedisStreamsPublisherOptions } from './publisher.ts';

export interface RedisStreamsBusOptions extends RedisStreamsPublisherOptions {
  /** How long a partition stays with an instance that crashed before another takes it over. Default 4,000. */
  leaseMs?: number;
  /** Bounds of one read, per partition. Defaults 256 events, 8 MiB. */
  maxReadEntries?: number;
  maxReadBytes?: number;
  /** Number of consecutive crashes on one event that make it poison. Default 5. */
  maxCrashes?: number;
}

const COMMAND_TIMEOUT_MS = 5000;
const CONNECT_TIMEOUT_MS = 5000;

/** The bus on Redis Streams (Redis 7 or Valkey 7.2 and later, one server or a Sentinel-kept one; not Redis Cluster). */
export function createRedisStreamsBus(options: RedisStreamsBusOptions): EventBus {
  return new RedisStreamsBus(options);
}

class RedisStreamsBus implements EventBus {
  private readonly options: RedisStreamsBusOptions;
  private readonly publisher: BusPublisher;
  private readonly subscriptions = new Set<Subscription>();
  private readonly redelivery = new Redelivery();
  private inspection: BusConnection | undefined;
  private readonly verifier: EventVerifier;
  private closed = false;

  constructor(options: RedisStreamsBusOptions) {
    this.options = options;
    this.verifier = new EventVerifier(options.keys);
    this.publisher = createRedisStreamsPublisher(options);
  }

  publish(events: readonly OutgoingEvent[]): Promise<void> {
    return this.publisher.publish(events);
  }

  publishEncoded(events: readonly EncodedEvent[]): Promise<void> {
    return this.publisher.publishEncoded(events);
  }

  async subscribe({ group, registrations, retry }: SubscribeOptions): Promise<Subscription> {
    if (this.closed) throw new BusError('bus_closed', 'the bus is closed');
    const {
      url,
      leaseMs = 4000,
      maxReadEntries = 256,
      maxReadBytes = 8 * 1024 * 1024,
      maxCrashes = 5,
    } = this.options;
    const logger = this.options.logger ?? consoleLogger(`bus-consumer:${group}`);
    const types = Object.keys(registrations) as EventType[];
    if (types.length === 0)
      throw new BusError('invalid_event', 'a subscription needs at least one event type');
    const delivery = new Delivery({
      registrations,
      verifier: this.verifier,
      retry: { ...DEFAULT_RETRY, ...retry },
      logger,
    });
    const topics = [...new Set(types.map((type) => EVENTS[type].topic))].sort();
    const member = new GroupMember({
      ...{ url, group, topics, delivery, logger },
      ...{ leaseMs, maxReadEntries, maxReadBytes, maxCrashes },
    });
    this.subscriptions.add(member);
    this.redelivery.add(group, delivery);
    return member;
  }

  async lag(group: string, topics: readonly Topic[]): Promise<PartitionLag[]> {
    const connection = await this.inspector();
    return await connection.run(
      (redis) =>
        Promise.all(
          topics.flatMap((topic) =>
            partitionsOf(topic).map((partition) => partitionLag(redis, topic, partition, group)),
          ),
        ),
      COMMAND_TIMEOUT_MS,
    );
  }

  async waitingSince(group: string, topic: Topic): Promise<Date[]> {
    const connection = await this.inspector();
    const perPartition = await connection.run(
      (redis) =>
        Promise.all(partitionsOf(topic).map((partition) => waitingSince(redis, topic, partition, group))),
      COMMAND_TIMEOUT_MS,
    );
    return perPartition.filter((at) => at !== null);
  }

  async deadLetters(group: string, topic: Topic, limit: number): Promise<DeadLetterFacts[]> {
    const connection = await this.inspector();
    return await connection.run((redis) => listDeadLetters(redis, topic, group, limit), COMMAND_TIMEOUT_MS);
  }

  async deadLetter(group: string, topic: Topic, id: string): Promise<DeadLetter | null> {
    const connection = await this.inspector();
    return await connection.run((redis) => findDeadLetter(redis, topic, group, id), COMMAND_TIMEOUT_MS);
  }

  redeliver(letter: DeadLetter): Promise<void> {
    return this.redelivery.redeliver(letter);
  }

  async removeDeadLetter(letter: DeadLetterFacts): Promise<void> {
    const connection = await this.inspector();
    await connection.run((redis) => removeDeadLetter(redis, letter), COMMAND_TIMEOUT_MS);
  }

  refusals(): Readonly<Record<Refusal, number>> {
    return this.verifier.refusals;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.publisher.close();
    this.inspection?.close();
  }

  private async inspector(): Promise<BusConnection> {
    if (this.closed) throw new BusError('bus_closed', 'the bus is closed');
    this.inspection ??= new BusConnection(
      this.options.url,
      `${this.options.source}:inspection`,
      this.options.logger ?? consoleLogger('bus-inspection'),
    );
    if (!(await this.inspection.waitUntilReady(CONNECT_TIMEOUT_MS)))
      throw new BusError('bus_unavailable', 'Redis cannot be reached');
    return this.inspection;
  }
}
