import type { Topic } from '@palisade/contracts';
import type { EventSettings } from '@palisade/testing';
import { silentLogger } from '@palisade/testing';
import type { EventBus } from '../contract/bus.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { createKafkaBus } from '../kafka/kafka-bus.ts';
import { createRedisStreamsBus } from '../redis-streams/redis-streams-bus.ts';

/** How a bus is opened, in a form that a child process can be given. */
export interface BusConfig {
  implementation: keyof typeof IMPLEMENTATIONS;
  /** URL of Redis, or Kafka's brokers. */
  url: string;
  /** Keeps the suites apart that share a Kafka broker. */
  prefix?: string;
  /** Credentials of the domain service, which the suites use. */
  keys: EventSettings;
}

/** How soon a crashed instance's partitions go over; short, so that the suite does not wait. */
export const LEASE_MS = 900;

/** The same on Kafka, whose members have more to say to each other and whose broker is slower to come back. */
export const SESSION_MS = 2500;
const PUBLISH_TIMEOUT_MS = 60_000;

const IMPLEMENTATIONS = {
  'redis-streams': ({ url, keys }: BusConfig): EventBus =>
    createRedisStreamsBus({
      ...{ url, source: 'domains', keys: readEventKeys(keys), logger: silentLogger },
      ...{ leaseMs: LEASE_MS, maxCrashes: 3 },
    }),
  kafka: ({ url, prefix, keys }: BusConfig): EventBus =>
    createKafkaBus({
      ...{
        brokers: [url],
        source: 'domains',
        keys: readEventKeys(keys),
        logger: silentLogger,
        maxCrashes: 3,
      },
      ...(prefix !== undefined && { prefix }),
      sessionTimeoutMs: SESSION_MS,
      publishTimeoutMs: PUBLISH_TIMEOUT_MS,
    }),
};

export function openBus(config: BusConfig): EventBus {
  return IMPLEMENTATIONS[config.implementation](config);
}

/** A bus with its server, as the suite needs them. */
export interface BusUnderTest {
  config: BusConfig;
  /** Writes bytes to a partition as anybody can who reaches the server, with no key at all. */
  inject(topic: Topic, partition: number, record: Uint8Array): Promise<void>;
  /** Ends the server without warning, as kill -9 does. */
  kill(): Promise<void>;
  /** Starts it again with what it had stored. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}
