import { Logger } from '@nestjs/common';
import { JobQueues } from '@palisade/messaging/jobs';
import { Metrics } from '@palisade/nest-kit';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { DueQueue } from './due-queue.ts';

describe('items of the database as jobs', () => {
  let redis: Awaited<ReturnType<typeof startTestRedis>>;
  beforeAll(async () => {
    redis = await startTestRedis({ durable: true });
    Logger.overrideLogger(false);
  });
  afterAll(() => redis.dispose());

  it('are found again when Redis has lost its jobs and the schedule of who looks for them', async () => {
    const waiting = new Set(['early']);
    const done: string[] = [];
    const queue = new DueQueue<{ id: string }>({
      redisUrl: redis.url,
      metrics: new Metrics(),
      queues: new JobQueues(),
      names: { queue: 'test-due', maintenance: 'test-due-maintenance', job: 'item' },
      atOnce: 1,
      process: async ({ id }) => {
        waiting.delete(id);
        done.push(id);
        return { done: true };
      },
      maintain: async () => {
        for (const id of waiting) await queue.wake({ id });
      },
      maintainEveryMs: 100,
      shutdownTimeoutMs: 1_000,
    });
    queue.start();
    await eventually('the first item', async () => expect(done).toEqual(['early']));
    const client = new Redis(redis.url);
    await client.flushall();
    // As a server that returns empty: its clients reconnect.
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    client.disconnect();
    waiting.add('late');
    await eventually('the second item', async () => expect(done).toEqual(['early', 'late']));
    await queue.stop();
  });
});
