export { v7 as uuidV7 } from 'uuid';
export * from './contract/bus.ts';
export * from './contract/errors.ts';
export { partitionOf } from './contract/partition.ts';
export type { Refusal } from './contract/refusals.ts';
export { decodeEnvelope, encodeEvent, MAX_ENVELOPE_BYTES } from './envelope/event-codec.ts';
export { type EventKeys, eventKeyFields, readEventKeys } from './envelope/event-keys.ts';
export { EventSigner } from './envelope/event-signer.ts';
export { MAX_EVENT_AGE_MS } from './envelope/event-verifier.ts';
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
export { createRedisStreamsPublisher, type RedisStreamsPublisherOptions } from './redis-streams/publisher.ts';
export { createRedisStreamsBus, type RedisStreamsBusOptions } from './redis-streams/redis-streams-bus.ts';
export {
  type BusSettings,
  createBus,
  createBusPublisher,
  readBusSettings,
} from './settings/bus-settings.ts';
