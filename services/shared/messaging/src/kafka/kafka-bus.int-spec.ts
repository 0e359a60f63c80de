import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, newEventSettings, silentLogger, startTestKafka, until } from '@palisade/testing';
import { Kafka, logLevel, Partitioners } from 'kafkajs';
import { busConformance } from '../conformance/bus-conformance.ts';
import type { BusUnderTest } from '../conformance/bus-under-test.ts';
import { crashConformance } from '../conformance/crash-conformance.ts';
import { forgeryConformance } from '../conformance/forgery-conformance.ts';
import { Arrivals, changed } from '../conformance/harness.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { createKafkaBus } from './kafka-bus.ts';
import { createKafkaPublisher } from './publisher.ts';

// A broker takes seconds to start, so that all tests share one, each suite under names of its own.

let server: Awaited<ReturnType<typeof startTestKafka>>;
let suites = 0;
const keys = newEventSettings()('domains');

beforeAll(async () => {
  server = await startTestKafka();
});
afterAll(() => server?.dispose());

async function kafkaUnderTest(): Promise<BusUnderTest> {
  const prefix = `suite-${++suites}.`;
  return {
    config: { implementation: 'kafka', url: server.brokers, prefix, keys },
    inject: (topic, partition, record) => inject(`${prefix}${topic}`, partition, record),
    kill: () => server.kill(),
    restart: () => server.restart(),
    dispose: () => Promise.resolve(),
  };
}

async function inject(topic: string, partition: number, record: Uint8Array): Promise<void> {
  const producer = new Kafka({ brokers: [server.brokers], logLevel: logLevel.NOTHING }).producer({
    createPartitioner: Partitioners.DefaultPartitioner,
  });
  await producer.connect();
  await producer.send({ topic, messages: [{ partition, value: Buffer.from(record) }] });
  await producer.disconnect();
}

busConformance('Kafka', kafkaUnderTest);
crashConformance('Kafka', kafkaUnderTest);
forgeryConformance('Kafka', kafkaUnderTest);

describe('Kafka: publishing', () => {
  it('gives up in time on a broker that hangs, and loses nothing that is published afterwards', async () => {
    const logger = silentLogger;
    const connection = {
      ...{ brokers: [server.brokers], prefix: 'hanging.', logger },
      ...{ source: 'domains' as const, keys: readEventKeys(keys) },
    };
    const publisher = createKafkaPublisher({
      ...connection,
      requestTimeoutMs: 1_000,
      publishTimeoutMs: 3_000,
    });
    const bus = createKafkaBus(connection);
    try {
      await publisher.publish([changed('hang', 1)]);
      await server.freeze();
      // It reaches the broker all the same, which appends it once it wakes up: its sequence number is used then. kafkajs
      // would give the number to the next event as soon as the last attempt has timed out.
      await expect(publisher.publish([changed('hang', 2)])).rejects.toMatchObject({
        code: 'bus_unavailable',
      });
      await sleep(4_000);
      await server.thaw();
      for (let seq = 3; seq <= 5; seq++)
        await eventually('confirmed', () => publisher.publish([changed('hang', seq)]));
      const arrivals = new Arrivals();
      await bus.subscribe({
        group: 'hanging',
        registrations: {
          'domains.domain_changed.v1': {
            mode: 'single',
            handle: async ({ key, payload }) => arrivals.add(key, payload.configVersion),
          },
        },
      });
      await until(
        () => [1, 3, 4, 5].every((seq) => arrivals.distinct('hang').includes(seq)),
        'all confirmed events',
      );
    } finally {
      await server.thaw();
      await publisher.close();
      await bus.close();
    }
  });
});
