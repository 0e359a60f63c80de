import { newEventSettings, startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { changed } from '../conformance/harness.ts';
import { partitionOf } from '../contract/partition.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { BusConnection } from './connection.ts';
import { deadLetterKey, streamKey } from './keys.ts';
import { Lease } from './lease.ts';
import { createRedisStreamsBus } from './redis-streams-bus.ts';

const errors: { message: string; facts: Record<string, unknown> }[] = [];
const logger = {
  info: () => undefined,
  warn: () => undefined,
  error: (message: string, facts: Record<string, unknown>) => void errors.push({ message, facts }),
};
const keys = readEventKeys(newEventSettings()('domains'));
const MIB = 1024 * 1024;

describe('Redis Streams: what it does not promise for other buses', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let redis: Redis;

  beforeAll(async () => {
    server = await startTestRedis();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.dispose();
  });
  beforeEach(async () => {
    await redis.flushall();
    errors.length = 0;
  });

  const key = streamKey('domains', partitionOf('domains', 'k'));
  const openBus = (limits: { maxEntries: number; maxBytes: number; overflow: 'refuse' | 'drop_oldest' }) =>
    createRedisStreamsBus({
      url: server.url,
      source: 'domains',
      keys,
      logger,
      leaseMs: 900,
      limits: { domains: limits },
    });
  const listen = (bus: ReturnType<typeof openBus>, group: string, handle: () => Promise<void>) =>
    bus.subscribe({ group, registrations: { 'domains.domain_changed.v1': { mode: 'single', handle } } });

  it('keeps only what the slowest group has not read', async () => {
    const bus = openBus({ maxEntries: 1000, maxBytes: 64 * MIB, overflow: 'refuse' });
    let hold = true;
    let slow = 0;
    await listen(bus, 'quick', async () => undefined);
    await listen(bus, 'slow', async () => {
      slow++;
      while (hold) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await bus.publish(Array.from({ length: 200 }, (_, seq) => changed('k', seq)));
    await until(
      async () => (await bus.lag('quick', ['domains'])).every(({ lag }) => lag === 0),
      'the quick group',
    );
    expect(await redis.xlen(key)).toBe(200);
    hold = false;
    await until(() => slow === 200, 'the slow group');
    await until(async () => (await redis.xlen(key)) <= 1, 'the trimming');
    await bus.close();
  });

  it('refuses beyond the limit where the publisher keeps its events itself, and takes them again later', async () => {
    const bus = openBus({ maxEntries: 50, maxBytes: 64 * MIB, overflow: 'refuse' });
    await bus.publish(Array.from({ length: 50 }, (_, seq) => changed('k', seq)));
    await expect(bus.publish([changed('k', 50)])).rejects.toMatchObject({ code: 'bus_full' });
    expect(await redis.xlen(key)).toBe(50);
    let read = 0;
    await listen(bus, 'reader', async () => void read++);
    await until(() => read === 50, 'the reader');
    await until(async () => (await redis.xlen(key)) <= 1, 'the trimming');
    await bus.publish([changed('k', 50)]);
    await bus.close();
  });

  it('refuses beyond the limit in bytes', async () => {
    const bus = openBus({ maxEntries: 100_000, maxBytes: MIB, overflow: 'refuse' });
    const large = { ...changed('k', 0), traceparent: 'x'.repeat(100_000) };
    const publishes = Array.from({ length: 30 }, () => large);
    const outcomes: string[] = [];
    for (const event of publishes)
      await bus.publish([event]).then(
        () => outcomes.push('taken'),
        (error: { code: string }) => outcomes.push(error.code),
      );
    expect(new Set(outcomes)).toEqual(new Set(['taken', 'bus_full']));
    expect(await redis.memory('USAGE', key)).toBeLessThan(1.5 * MIB);
    await bus.close();
  });

  it('drops the oldest facts beyond the hard limit, counts them and says so', async () => {
    const bus = openBus({ maxEntries: 100, maxBytes: 64 * MIB, overflow: 'drop_oldest' });
    for (let i = 0; i < 10; i++)
      await bus.publish(Array.from({ length: 25 }, (_, seq) => changed('k', i * 25 + seq)));
    expect(await redis.xlen(key)).toBe(100);
    const lags = await bus.lag('anyone', ['domains']);
    expect(lags.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(150);
    expect(errors.reduce((sum, { facts }) => sum + Number(facts.dropped), 0)).toBe(150);
    await bus.close();
  });

  it('bounds dead letters too, and goes on counting them', async () => {
    const bus = openBus({ maxEntries: 1000, maxBytes: 64 * MIB, overflow: 'refuse' });
    const handle = () => Promise.reject(new Error('cannot digest'));
    await bus.subscribe({
      group: 'flooded',
      retry: { maxAttempts: 1 },
      registrations: { 'domains.domain_changed.v1': { mode: 'single', handle } },
    });
    for (let i = 0; i < 30; i++)
      await bus.publish([{ ...changed('k', i), traceparent: 'x'.repeat(1_000_000) }]);
    const count = async () =>
      (await bus.lag('flooded', ['domains'])).reduce((sum, { deadLetters }) => sum + deadLetters, 0);
    await until(async () => (await count()) === 30, 'all dead letters');
    const dead = deadLetterKey('domains', partitionOf('domains', 'k'), 'flooded');
    expect(await redis.memory('USAGE', dead)).toBeLessThan(18 * MIB);
    expect((await bus.deadLetters('flooded', 'domains', 1))[0]?.reason).toBe('Error: cannot digest');
    await bus.close();
  });

  it('does not write a batch twice that is sent twice', async () => {
    const bus = openBus({ maxEntries: 1000, maxBytes: 64 * MIB, overflow: 'refuse' });
    await bus.publish([changed('k', 0)]);
    // The server takes the batch but its answer is lost with the connection.
    await redis.client('PAUSE', 300, 'ALL');
    const publishing = bus.publish([changed('k', 1), changed('k', 2)]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await publishing;
    await bus.publish([changed('k', 3)]);
    expect(await redis.xlen(key)).toBe(4);
    await bus.close();
  });

  it('does not let an owner acknowledge that was asleep while another took over', async () => {
    const connection = new BusConnection(server.url, 'lease-test', logger);
    await connection.waitUntilReady(1000);
    const lease = (member: string, group = 'g', leaseMs = 100) =>
      new Lease({ connection, logger, member, leaseMs, topic: 'domains', partition: 0, group });
    expect(await lease('owner', 'awake', 60_000).acquire()).toMatchObject({ offset: '0-0' });
    expect(await lease('other', 'awake', 60_000).acquire()).toBeNull();
    const [sleeper, successor] = [lease('sleeper'), lease('successor')];
    expect(await sleeper.acquire()).toMatchObject({ offset: '0-0', crashes: 0 });
    expect(await sleeper.commit('5-0', 5)).toBe(true);
    await until(async () => (await successor.acquire()) !== null, 'the lease to end');
    expect(sleeper.isValid).toBe(false);
    expect(await sleeper.renew()).toBe(false);
    expect(await sleeper.commit('9-0', 9)).toBe(false);
    expect(await successor.commit('6-0', 6)).toBe(true);
    await successor.release();
    expect(await sleeper.acquire()).toMatchObject({ offset: '6-0', entriesRead: 6 });
    connection.close();
  });
});
