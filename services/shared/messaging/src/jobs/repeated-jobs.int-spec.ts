import { Logger } from '@nestjs/common';
import { currentTraceparent, Metrics, runInTrace } from '@palisade/nest-kit';
import { eventually, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { JobQueues } from './job-queues.ts';
import { RepeatedJobs } from './repeated-jobs.ts';

describe('repeated jobs', () => {
  const metrics = new Metrics();
  let redis: Awaited<ReturnType<typeof startTestRedis>>;
  beforeAll(async () => {
    redis = await startTestRedis({ durable: true });
    Logger.overrideLogger(false);
  });
  afterAll(() => redis?.dispose());

  const start = (done: string[], schedule: Record<string, { everyMs: number; data?: string }>) =>
    new RepeatedJobs<string | undefined>({
      name: `test-${schedule.often === undefined ? 'rare' : 'often'}`,
      redisUrl: redis.url,
      what: 'the test',
      metrics,
      queues: new JobQueues(),
      schedule,
      work: async ({ name, data }) => void done.push(typeof data === 'string' ? `${name} ${data}` : name),
    });

  it('are done again and again, each with its data, and out of turn', async () => {
    const done: string[] = [];
    const jobs = start(done, { often: { everyMs: 100, data: 'x' } });
    await eventually('the third time', async () => {
      if (done.filter((each) => each === 'often x').length < 3) throw new Error(done.join());
    });
    await jobs.add('now', 'y', { removeOnComplete: true });
    await eventually('the one out of turn', async () => expect(done).toContain('now y'));
    await jobs.close();
    const count = done.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(done).toHaveLength(count);
    const measured = await metrics.registry.metrics();
    for (const task of ['often', 'now']) {
      expect(measured).toMatch(
        new RegExp(
          `^palisade_job_duration_seconds_count\\{queue="test-often",task="${task}",error_type=""\\} [1-9]`,
          'm',
        ),
      );
    }
  });

  it('go on with the trace in which they are asked for; those of a schedule have their own', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    const seen: string[] = [];
    const jobs = new RepeatedJobs<string>({
      name: 'test-traced',
      redisUrl: redis.url,
      what: 'the test',
      metrics,
      queues: new JobQueues(),
      schedule: { often: { everyMs: 100 } },
      work: async ({ name }) => void seen.push(`${name} ${currentTraceparent()}`),
    });
    await runInTrace(traceparent, () => jobs.add('now', 'x', { removeOnComplete: true }));
    await eventually('both', async () => {
      expect(seen).toContain(`now ${traceparent}`);
      expect(seen.filter((each) => each.startsWith('often 00-')).length).toBeGreaterThan(1);
    });
    await jobs.close();
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('go on when Redis has lost all it held', async () => {
    const done: string[] = [];
    const jobs = start(done, { often: { everyMs: 100 } });
    await eventually('the first time', async () => expect(done).toContain('often'));
    const client = new Redis(redis.url);
    await client.flushall();
    const count = done.length;
    // As a server that returns empty: its clients reconnect.
    await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    client.disconnect();
    await eventually('more of them', async () => expect(done.length).toBeGreaterThan(count + 2));
    await jobs.close();
  });

  it('begin when Redis is back that was away at the start', async () => {
    await redis.kill();
    const done: string[] = [];
    const jobs = start(done, { rare: { everyMs: 86_400_000 } });
    await redis.restart();
    await eventually('the first time', async () => expect(done).toEqual(['rare']));
    await jobs.close();
  });
});
