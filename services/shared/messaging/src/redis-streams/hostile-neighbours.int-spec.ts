// Damage that a compromised service can do to the others' part of the bus with the permissions of its Redis user.
import { newEventSettings, startTestRedis, until } from '@palisade/testing';
import { Redis } from 'ioredis';
import { Arrivals, changed } from '../conformance/harness.ts';
import { partitionOf } from '../contract/partition.ts';
import { MAX_ENVELOPE_BYTES } from '../envelope/event-codec.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { BusConnection } from './connection.ts';
import { leaseKey, streamKey } from './keys.ts';
import { createRedisStreamsBus } from './redis-streams-bus.ts';
import { StreamReader } from './stream-reader.ts';

const errors: string[] = [];
const logger = {
  info: () => undefined,
  warn: () => undefined,
  error: (message: string) => void errors.push(message),
};
const keys = readEventKeys(newEventSettings()('domains'));
const MIB = 1024 * 1024;

describe('Redis Streams: hostile neighbours', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;
  let neighbour: Redis;
  const partition = partitionOf('domains', 'k');
  const key = streamKey('domains', partition);

  beforeAll(async () => {
    server = await startTestRedis();
    neighbour = new Redis(server.url);
  });
  afterAll(async () => {
    neighbour.disconnect();
    await server.dispose();
  });
  beforeEach(async () => {
    await neighbour.flushall();
    errors.length = 0;
  });

  const openBus = () =>
    createRedisStreamsBus({ url: server.url, source: 'domains', keys, logger, leaseMs: 900 });
  async function listening(arrivals: Arrivals) {
    const bus = openBus();
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
    return bus;
  }
  const events = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => changed('k', from + i));

  it.each([
    ['moves it past unread events', () => neighbour.xgroup('SETID', key, 'g', '$')],
    ['moves it back', () => neighbour.xgroup('SETID', key, 'g', '0')],
    ['removes it', () => neighbour.xgroup('DESTROY', key, 'g')],
  ])('a group keeps its place while somebody else %s', async (_, tamper) => {
    const arrivals = new Arrivals();
    const first = await listening(arrivals);
    await first.publish(events(0, 5));
    await until(() => arrivals.total === 5, 'the first events');
    await first.close();
    const publisher = openBus();
    await publisher.publish(events(5, 5));
    await tamper();
    const second = await listening(arrivals);
    await publisher.publish(events(10, 1));
    await until(() => arrivals.total >= 11, 'the rest');
    expect(arrivals.byKey.get('k')).toEqual(Array.from({ length: 11 }, (_unused, i) => i));
    await Promise.all([publisher.close(), second.close()]);
  });

  it('tells that somebody moved a group, and nothing where an older version kept its place alone', async () => {
    const arrivals = new Arrivals();
    const first = await listening(arrivals);
    await first.publish(events(0, 3));
    await until(() => arrivals.total === 3, 'the first events');
    await first.close();
    await neighbour.xgroup('SETID', key, 'g', '1-1');
    await (await listening(arrivals)).close();
    expect(errors).toEqual(['consumer group position changed elsewhere; keeping our own']);
    // An older version owned the partition and acknowledged one event more.
    await neighbour.hincrby(leaseKey('domains', partition, 'g'), 'epoch', 1);
    const publisher = openBus();
    await publisher.publish(events(3, 2));
    const [, [fourth] = ['']] = await neighbour.xrevrange(key, '+', '-', 'COUNT', 2);
    await neighbour.xgroup('SETID', key, 'g', fourth);
    const last = await listening(arrivals);
    await until(() => arrivals.total >= 4, 'the last event');
    expect(arrivals.byKey.get('k')).toEqual([0, 1, 2, 4]);
    expect(errors).toHaveLength(1);
    await Promise.all([publisher.close(), last.close()]);
  });

  it('reads no more at a time than it has room for, however large what stands there is', async () => {
    for (let i = 0; i < 40; i++) await neighbour.xadd(key, '*', 'e', 'x'.repeat(i % 2 === 0 ? 10 : 900_000));
    const connection = new BusConnection(server.url, 'reader', logger);
    await connection.waitUntilReady(5000);
    const reader = new StreamReader(connection, { topic: 'domains', partition, group: 'g' }, 256, 2 * MIB);
    const sizes: number[] = [];
    for (let after = '0-0'; ; ) {
      const records = await reader.readAfter(after);
      if (records.length === 0) break;
      sizes.push(records.reduce((sum, record) => sum + record.envelope.length, 0));
      after = records.at(-1)!.position.offset;
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * MIB);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(20 * 10 + 20 * 900_000);
    connection.close();
  });

  it('sets a record that is larger than any event aside without loading it', async () => {
    const arrivals = new Arrivals();
    const bus = await listening(arrivals);
    await neighbour.xadd(key, '*', 'e', 'x'.repeat(MAX_ENVELOPE_BYTES + 2048));
    await neighbour.xadd(key, '*', 'other', 'x'.repeat(4 * MIB), 'e', 'x');
    await bus.publish(events(0, 1));
    await until(() => arrivals.total === 1, 'the genuine event');
    const listed = await bus.deadLetters('g', 'domains', 10);
    const letters = await Promise.all(
      listed.map(async ({ id }) => (await bus.deadLetter('g', 'domains', id))!),
    );
    expect(letters.map(({ reason, envelope }) => [reason, envelope.length])).toEqual([
      [`BusError: the record has ${MAX_ENVELOPE_BYTES + 2049} bytes`, 0],
      [`BusError: the record has ${4 * MIB + 7} bytes`, 0],
    ]);
    await bus.close();
  });

  it('drains a Redis that somebody else has filled, and refuses new events at once meanwhile', async () => {
    const arrivals = new Arrivals();
    const publisher = openBus();
    await publisher.publish(events(0, 50));
    await neighbour.config('SET', 'maxmemory', '1');
    try {
      await expect(publisher.publish(events(50, 1))).rejects.toMatchObject({ code: 'bus_full' });
      const bus = await listening(arrivals);
      await until(() => arrivals.total === 50, 'the events that were there');
      await until(async () => (await neighbour.xlen(key)) <= 1, 'the trimming');
      await bus.close();
    } finally {
      await neighbour.config('SET', 'maxmemory', '0');
    }
    await publisher.publish(events(50, 1));
    await publisher.close();
  });
});
