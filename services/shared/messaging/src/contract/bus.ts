// The event bus as every service sees it. Redis Streams stand behind it on one machine, Kafka on many; this file
// promises only what both can keep:
//
//   publish ──▶ topic ──▶ partition = hash(key) mod partitions ──▶ each group once, by one of its instances at a time
//
// - Order holds between events with the same key on the same topic, and nowhere else.
// - Delivery is at least once: after a crash, events handled but not yet acknowledged come again, first and in order.
//   Services remember what they have had (see `ProcessedEvents`).
// - A group's position in a partition is one offset, which only moves forward; acknowledging an event acknowledges
//   all before it. There is no acknowledging out of order.
import type { MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { EVENTS, EventType, Topic } from '@palisade/contracts';
import type { Refusal } from './refusals.ts';

export type EventSchema<T extends EventType> = (typeof EVENTS)[T]['schema'];
/** The decoded message of an event type. */
export type EventPayload<T extends EventType> = MessageShape<EventSchema<T>>;

export type OutgoingEvent<T extends EventType = EventType> = { [K in T]: OutgoingEventOf<K> }[T];

interface OutgoingEventOf<T extends EventType> {
  type: T;
  /** Partition key of the event, see the registry's `key`; 1 to 256 characters. */
  key: string;
  /** The message, or the bytes of a message that is encoded already. */
  payload: MessageInitShape<EventSchema<T>> | Uint8Array;
  /** UUIDv7; made here if absent. Give one where a retry of the caller must be recognisable as a repeat. */
  id?: string;
  /** Now if absent. */
  occurredAt?: Date;
  /** W3C trace context of the request that caused it. A Nest service's OutboxWriter and EventPublisher know it themselves. */
  traceparent?: string;
}

/** An event in the form in which it is stored and sent: routing facts and the bytes of its envelope. */
export interface EncodedEvent {
  id: string;
  type: EventType;
  topic: Topic;
  key: string;
  /** A `palisade.events.v1.Envelope`. */
  envelope: Uint8Array;
}

export interface BusPublisher {
  /**
   * Resolves when the bus holds all the events, as durably as it is configured to. Events of one call, and of calls
   * made one after the other (awaited or not), keep their order per key, also through a reconnect.
   *
   * @throws BusError `invalid_event`, `event_too_large` (nothing of the call was written); `bus_full`,
   *   `publisher_overloaded`; `bus_unavailable` (unknown what was written; publish again); `bus_closed`.
   */
  publish(events: readonly OutgoingEvent[]): Promise<void>;
  /** The same for events that are encoded already, such as an outbox's. */
  publishEncoded(events: readonly EncodedEvent[]): Promise<void>;
  /** Waits for what is under way, at most as long as a publish may take, then disconnects. */
  close(): Promise<void>;
}

/** Where an event stands. Offsets are opaque; within a partition they rise in the order given by `compareOffsets`. */
export interface EventPosition {
  topic: Topic;
  partition: number;
  offset: string;
}

export interface ReceivedEvent<T extends EventType = EventType> {
  id: string;
  type: T;
  key: string;
  /** The service that published it. */
  source: string;
  occurredAt: Date;
  /** Empty if none. */
  traceparent: string;
  payload: EventPayload<T>;
  /** The payload as it was sent. */
  encodedPayload: Uint8Array;
  position: EventPosition;
  /** 1 on first delivery, counting this process's attempts. */
  attempt: number;
}

export interface DeliveryContext {
  group: string;
  topic: Topic;
  partition: number;
  /** Aborts when the partition is lost or the subscription stops; long handlers should give up then. */
  signal: AbortSignal;
}

/** Resolving acknowledges; rejecting has the event delivered again after a pause, in place, before any later one. */
export type EventHandler<T extends EventType> = (
  event: ReceivedEvent<T>,
  context: DeliveryContext,
) => Promise<void>;
export type BatchHandler<T extends EventType> = (
  events: readonly ReceivedEvent<T>[],
  context: DeliveryContext,
) => Promise<void>;

export interface SingleRegistration<T extends EventType> {
  mode: 'single';
  handle: EventHandler<T>;
}

export interface BatchRegistration<T extends EventType> {
  mode: 'batch';
  handle: BatchHandler<T>;
  /** At most so many events at once. */
  maxEvents: number;
  /** Leaves `payload` undecoded (it throws on access); the handler reads `encodedPayload` itself. */
  raw?: boolean;
}

export type Registrations = { [T in EventType]?: SingleRegistration<T> | BatchRegistration<T> };

export interface RetryPolicy {
  /** Number of failed attempts that make an event poison; attempts that fail for transient reasons do not count. */
  maxAttempts: number;
  firstDelayMs: number;
  maxDelayMs: number;
}

export interface SubscribeOptions {
  /** The service; instances with the same group share the partitions of their topics. */
  group: string;
  /** The topics follow from the types. Events of other types on the same topics are passed over. */
  registrations: Registrations;
  retry?: Partial<RetryPolicy>;
}

export interface Subscription {
  /** Resolves when this instance holds its share of the partitions for the first time. */
  ready(): Promise<void>;
  /** The partitions that this instance holds now. */
  assigned(): { topic: Topic; partition: number }[];
  /** Lets running handlers finish, acknowledges what they did, hands the partitions over. */
  stop(): Promise<void>;
}

export interface PartitionLag {
  topic: Topic;
  partition: number;
  group: string;
  /** Unacknowledged events; `null` if the bus does not know. */
  lag: number | null;
  /** Events set aside as poison by this group and not settled since. */
  deadLetters: number;
  /** Events that the partition's hard limit dropped before every group had read them, in all. */
  dropped: number;
}

export interface DeadLetterFacts {
  /** Names it among those of its group and topic, for as long as it is there. */
  id: string;
  position: EventPosition;
  group: string;
  /** Empty if the record could not be decoded. */
  eventId: string;
  eventType: string;
  reason: string;
  attempts: number;
  at: Date;
}

export interface DeadLetter extends DeadLetterFacts {
  /** The record as it was received. */
  envelope: Uint8Array;
}

export interface BusSubscriber {
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** How far a group is behind, for metrics and health. */
  lag(group: string, topics: readonly Topic[]): Promise<PartitionLag[]>;
  /**
   * When the oldest events that a group has not acknowledged were published, one for each partition where any wait. The time is the
   * bus's own; on a Kafka topic that keeps its producers' times, theirs.
   */
  waitingSince(group: string, topic: Topic): Promise<Date[]>;
  /** The oldest, oldest first. Dead letters stay until an operator settles them, as far as the bus has room for them. */
  deadLetters(group: string, topic: Topic, limit: number): Promise<DeadLetterFacts[]>;
  /** One of them; null where it is settled, or stands too far behind others to be looked for. */
  deadLetter(group: string, topic: Topic, id: string): Promise<DeadLetter | null>;
  /**
   * Has this process's handlers handle it once more, out of its turn, and leaves it where it is. Rejects with what they throw,
   * or with why they cannot have it.
   */
  redeliver(letter: DeadLetter): Promise<void>;
  /** Takes it away for good. Callers see to it that only one of them does so in a group's topic at a time. */
  removeDeadLetter(letter: DeadLetterFacts): Promise<void>;
  /** How many events this process did not believe; they are among the dead letters. */
  refusals(): Readonly<Record<Refusal, number>>;
  close(): Promise<void>;
}

export interface EventBus extends BusPublisher, BusSubscriber {}

export interface BusLogger {
  info(message: string, facts: Record<string, unknown>): void;
  warn(message: string, facts: Record<string, unknown>): void;
  error(message: string, facts: Record<string, unknown>): void;
}
