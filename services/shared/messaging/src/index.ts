export { type EventKeys, eventKeyFields, readEventKeys } from './authenticity/event-keys.ts';
export { EventSigner } from './authenticity/event-signer.ts';
export { MAX_EVENT_AGE_MS, type Refusal } from './authenticity/event-verifier.ts';
export * from './bus.ts';
export {
  type BusSettings,
  createBus,
  createBusPublisher,
  readBusSettings,
} from './bus-settings.ts';
export * from './errors.ts';
export { decodeEnvelope, encodeEvent, MAX_ENVELOPE_BYTES } from './event-codec.ts';
export { createKafkaBus } from './kafka/kafka-bus.ts';
export type {
  KafkaBusOptions,
  KafkaConnectionOptions,
  KafkaPublisherOptions,
} from './kafka/options.ts';
export { createKafkaPublisher } from './kafka/publisher.ts';
export { OutboxRelay, type OutboxRelayOptions } from './outbox/outbox-relay.ts';
export { type EventFacts, OutboxWriter, type SqlExecutor } from './outbox/outbox-writer.ts';
export {
  createOutboxTable,
  createProcessedEventsTable,
  dropOutboxTable,
  dropProcessedEventsTable,
} from './outbox/tables.ts';
export { partitionOf } from './partition.ts';
export { createRedisStreamsPublisher, type RedisStreamsPublisherOptions } from './redis-streams/publisher.ts';
export { createRedisStreamsBus, type RedisStreamsBusOptions } from './redis-streams/redis-streams-bus.ts';
export { uuidV7 } from './uuid-v7.ts';
