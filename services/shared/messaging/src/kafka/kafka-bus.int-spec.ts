import { jest } from '@jest/globals';
import { startTestKafka } from '@palisade/testing';
import { busConformance } from '../conformance/bus-conformance.ts';
import type { BusUnderTest } from '../conformance/bus-under-test.ts';
import { crashConformance } from '../conformance/crash-conformance.ts';

// A broker takes seconds to start, so that all tests share one, each suite under names of its own.
jest.setTimeout(180_000);

let server: Awaited<ReturnType<typeof startTestKafka>>;
let suites = 0;

beforeAll(async () => {
  server = await startTestKafka();
});
afterAll(() => server?.dispose());

async function kafkaUnderTest(): Promise<BusUnderTest> {
  return {
    config: { implementation: 'kafka', url: server.brokers, prefix: `suite-${++suites}.` },
    kill: () => server.kill(),
    restart: () => server.restart(),
    dispose: () => Promise.resolve(),
  };
}

busConformance('Kafka', kafkaUnderTest);
crashConformance('Kafka', kafkaUnderTest);
