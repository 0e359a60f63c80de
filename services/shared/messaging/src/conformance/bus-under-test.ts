import type { EventBus } from '../bus.ts';
import { createRedisStreamsBus } from '../redis-streams/redis-streams-bus.ts';

/** How a bus is opened, in a form that a child process can be given. */
export interface BusConfig {
  implementation: keyof typeof IMPLEMENTATIONS;
  url: string;
}

/** How soon a crashed instance's partitions go over; short, so that the suite does not wait. */
export const LEASE_MS = 900;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const IMPLEMENTATIONS = {
  'redis-streams': (config: BusConfig, source: string): EventBus =>
    createRedisStreamsBus({ url: config.url, source, leaseMs: LEASE_MS, maxCrashes: 3, logger: quiet }),
};

export function openBus(config: BusConfig, source = 'conformance'): EventBus {
  return IMPLEMENTATIONS[config.implementation](config, source);
}

/** A bus with its server, as the suite needs them. */
export interface BusUnderTest {
  config: BusConfig;
  /** Ends the server without warning, as kill -9 does. */
  kill(): Promise<void>;
  /** Starts it again with what it had stored. */
  restart(): Promise<void>;
  dispose(): Promise<void>;
}
