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
import type { Refusal } from '../contract/refusals.ts';
import { DEFAULT_RETRY, Delivery } from '../delivery/delivery.ts';
import { Redelivery } from '../delivery/redelivery.ts';
import { EventVerifier } from '../envelope/event-verifier.ts';
import { type KafkaClient, openKafka } from './client.ts';
import { openCluster } from './cluster.ts';
import { DeadLetterStore } from './dead-letters.ts';
import { unavailable } from './failures.ts';
import { GroupMember } from './group-member.ts';
import { groupLag, Inspection, waitingSince } from './inspection.ts';
import { KafkaNames } from './names.ts';
import type { KafkaBusOptions } from './options.ts';
import { createKafkaPublisher } from './publisher.ts';
import { findDeadLetter, listDeadLetters, removeDeadLetter } from './settling.ts';
import { KafkaTopics } from './topics.ts';

/** The bus on Kafka; tested with 4.1 in KRaft mode. */
export function createKafkaBus(options: KafkaBusOptions): EventBus {
  return new KafkaBus(options);
}

class KafkaBus implements EventBus {
  private readonly options: KafkaBusOptions;
  private readonly publisher: BusPublisher;
  private readonly client: KafkaClient;
  private readonly names: KafkaNames;
  private readonly topics: KafkaTopics;
  private readonly deadLetterStore: DeadLetterStore;
  private readonly inspection: Inspection;
  private readonly subscriptions = new Set<Subscription>();
  private readonly redelivery = new Redelivery();
  private readonly verifier: EventVerifier;
  private closed = false;

  constructor(options: KafkaBusOptions) {
    this.options = options;
    this.verifier = new EventVerifier(options.keys);
    this.publisher = createKafkaPublisher(options);
    this.client = openKafka(options, options.source);
    const { kafka } = this.client;
    this.names = new KafkaNames(options.prefix);
    this.topics = new KafkaTopics(kafka, this.names, options.replicationFactor);
    this.deadLetterStore = new DeadLetterStore(kafka, this.topics);
    this.inspection = new Inspection(kafka, () => openCluster(options, `${options.source}:inspection`));
  }

  publish(events: readonly OutgoingEvent[]): Promise<void> {
    return this.publisher.publish(events);
  }

  publishEncoded(events: readonly EncodedEvent[]): Promise<void> {
    return this.publisher.publishEncoded(events);
  }

  async subscribe({ group, registrations, retry }: SubscribeOptions): Promise<Subscription> {
    if (this.closed) throw new BusError('bus_closed', 'the bus is closed');
    const { sessionTimeoutMs = 10_000, rebalanceTimeoutMs = 60_000, maxCrashes = 5 } = this.options;
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
    const member = new GroupMember({
      ...{ group, logger, sessionTimeoutMs, rebalanceTimeoutMs, maxCrashes },
      connection: this.options,
      names: this.names,
      topicsInCluster: this.topics,
      topics: [...new Set(types.map((type) => EVENTS[type].topic))].sort(),
      delivery,
      storeDeadLetter: (dead) => this.deadLetterStore.store(group, dead),
    });
    this.subscriptions.add(member);
    this.redelivery.add(group, delivery);
    return member;
  }

  lag(group: string, topics: readonly Topic[]): Promise<PartitionLag[]> {
    return this.inspect(({ admin }) => groupLag(admin, this.names, group, topics));
  }

  waitingSince(group: string, topic: Topic): Promise<Date[]> {
    return this.inspect((kafka) => waitingSince(kafka, this.names, group, topic));
  }

  deadLetters(group: string, topic: Topic, limit: number): Promise<DeadLetterFacts[]> {
    return this.inspect((kafka) => listDeadLetters(kafka, { names: this.names, topic, group }, limit));
  }

  deadLetter(group: string, topic: Topic, id: string): Promise<DeadLetter | null> {
    return this.inspect((kafka) => findDeadLetter(kafka, { names: this.names, topic, group }, id));
  }

  redeliver(letter: DeadLetter): Promise<void> {
    return this.redelivery.redeliver(letter);
  }

  removeDeadLetter(letter: DeadLetterFacts): Promise<void> {
    const place = { names: this.names, topic: letter.position.topic, group: letter.group };
    return this.inspect((kafka) => removeDeadLetter(kafka, this.deadLetterStore, place, letter));
  }

  refusals(): Readonly<Record<Refusal, number>> {
    return this.verifier.refusals;
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.publisher.close();
    await this.deadLetterStore.close();
    await this.inspection.close();
    this.client.close();
  }

  private async inspect<T>(look: Parameters<typeof this.inspection.use<T>>[0]): Promise<T> {
    if (this.closed) throw new BusError('bus_closed', 'the bus is closed');
    try {
      return await this.inspection.use(look);
    } catch (error) {
      throw unavailable(error);
    }
  }
}
