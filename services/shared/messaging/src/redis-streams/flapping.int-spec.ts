import { Metrics } from '@palisade/nest-kit';
import { newEventSettings, silentLogger, startTestRedis, until } from '@palisade/testing';
import { Arrivals, changed } from '../conformance/harness.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { JobQueues, RepeatedJobs } from '../jobs/index.ts';
import { createRedisStreamsBus } from './redis-streams-bus.ts';

const KILLS = 10;
const keys = readEventKeys(newEventSettings()('domains'));

it('a Redis that is killed again and again loses and reorders nothing, and the queue goes on', async () => {
  const server = await startTestRedis({ durable: true });
  const bus = createRedisStreamsBus({
    ...{ url: server.url, source: 'domains', keys, logger: silentLogger },
    ...{ leaseMs: 1500, publishTimeoutMs: 60_000 },
  });
  let ticks = 0;
  const jobs = new RepeatedJobs({
    metrics: new Metrics(),
    queues: new JobQueues(),
    ...{ name: 'flapping', redisUrl: server.url, what: 'the ticks' },
    schedule: { tick: { everyMs: 200 } },
    work: async () => void ticks++,
  });
  const arrivals = new Arrivals();
  const subscription = await bus.subscribe({
    group: 'g',
    registrations: {
      'domains.domain_changed.v1': {
        mode: 'single',
        handle: async (event) => arrivals.add(event.key, event.payload.configVersion),
      },
    },
  });
  await subscription.ready();
  const publishing: Promise<void>[] = [];
  const publish = () => void publishing.push(bus.publish([changed('k', publishing.length)]));
  const load = setInterval(publish, 5);
  for (let kill = 0; kill < KILLS; kill++) {
    const seen = arrivals.total;
    await server.restart();
    // Every other time it is killed while its clients are still coming back.
    if (kill % 2 === 0) await until(() => arrivals.total > seen, 'an event over the new connection');
  }
  clearInterval(load);
  await Promise.all(publishing);
  const inOrder = Array.from({ length: publishing.length }, (_, seq) => seq);
  // Events handled but not yet acknowledged may be delivered again.
  await until(() => new Set(arrivals.byKey.get('k')).size === inOrder.length, 'all events');
  expect([...new Set(arrivals.byKey.get('k'))]).toEqual(inOrder);
  const before = ticks;
  await until(() => ticks > before, 'the next job');
  await jobs.close();
  await bus.close();
  await server.dispose();
});
