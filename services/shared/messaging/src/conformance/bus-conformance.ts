// What every implementation of the bus must do. An implementation's int-spec calls `busConformance` with a server of
// its own; crashes are in crash-conformance.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@palisade/testing';
import type { EventBus, ReceivedEvent, Registrations } from '../contract/bus.ts';
import { TransientError } from '../contract/errors.ts';
import { partitionOf } from '../contract/partition.ts';
import { type BusUnderTest, openBus } from './bus-under-test.ts';
import { Arrivals, changed, keysNamed, publishInChunks, series } from './harness.ts';

type ChangedEvent = ReceivedEvent<'domains.domain_changed.v1'>;
const RETRY = { maxAttempts: 3, firstDelayMs: 5, maxDelayMs: 20 };

export function busConformance(name: string, start: () => Promise<BusUnderTest>): void {
  describe(`${name}: delivery`, () => {
    let server: BusUnderTest;
    let bus: EventBus;
    let groups = 0;

    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.dispose());
    beforeEach(() => {
      bus = openBus(server.config);
    });
    afterEach(() => bus.close());

    const freshGroup = () => `group-${++groups}`;
    const single = (handle: (event: ChangedEvent) => Promise<void> | void): Registrations => ({
      'domains.domain_changed.v1': { mode: 'single', handle: async (event) => handle(event) },
    });

    it('delivers every event of every key once and in order while nothing fails', async () => {
      const keys = keysNamed('order', 20);
      const arrivals = new Arrivals();
      await publishInChunks(bus, series(keys, 25), 40);
      const subscription = await bus.subscribe({
        group: freshGroup(),
        registrations: single((event) => {
          if (event.key.startsWith('order-')) arrivals.add(event.key, event.payload.configVersion);
        }),
      });
      await subscription.ready();
      await publishInChunks(bus, series(keys, 50).slice(25 * 20), 7);
      await until(() => arrivals.total >= 1000, 'all events');
      for (const key of keys)
        expect(arrivals.byKey.get(key)).toEqual(Array.from({ length: 50 }, (_, i) => i));
      expect(arrivals.total).toBe(1000);
    });

    it('keeps the order of publishes that were not waited for', async () => {
      const arrivals = new Arrivals();
      await bus.subscribe({
        group: freshGroup(),
        registrations: single((event) => {
          if (event.key === 'eager') arrivals.add(event.key, event.payload.configVersion);
        }),
      });
      await Promise.all(Array.from({ length: 300 }, (_, seq) => bus.publish([changed('eager', seq)])));
      await until(() => arrivals.total >= 300, 'all events');
      expect(arrivals.byKey.get('eager')).toEqual(Array.from({ length: 300 }, (_, i) => i));
    });

    it('gives every group everything, also what was published before the group existed', async () => {
      await bus.publish([changed('several', 1)]);
      const seen = await Promise.all(
        [freshGroup(), freshGroup()].map(async (group) => {
          const arrivals = new Arrivals();
          await bus.subscribe({
            group,
            registrations: single((event) => {
              if (event.key === 'several') arrivals.add(event.key, event.payload.configVersion);
            }),
          });
          return arrivals;
        }),
      );
      await bus.publish([changed('several', 2)]);
      await until(() => seen.every(({ total }) => total >= 2), 'both groups');
      for (const arrivals of seen) expect(arrivals.byKey.get('several')).toEqual([1, 2]);
    });

    it('carries the envelope’s facts, and passes over types that nobody asked for', async () => {
      const received: ChangedEvent[] = [];
      const occurredAt = new Date(Date.now() - 1_234);
      await bus.publish([
        { type: 'domains.domain_added.v1', key: 'facts', payload: { domainId: 'facts' } },
        { ...changed('facts', 9), id: 'id-9', occurredAt, traceparent: '00-t' },
      ]);
      await bus.subscribe({
        group: freshGroup(),
        registrations: single((event) => {
          if (event.key === 'facts') received.push(event);
        }),
      });
      await until(() => received.length > 0, 'the event');
      expect(received[0]).toMatchObject({
        id: 'id-9',
        type: 'domains.domain_changed.v1',
        source: 'domains',
        occurredAt,
        traceparent: '00-t',
        attempt: 1,
        payload: { domainName: 'facts.test', configVersion: 9n },
        position: { topic: 'domains', partition: partitionOf('domains', 'facts') },
      });
    });

    it('delivers a failed event again in place, before any later one', async () => {
      const log: string[] = [];
      const group = freshGroup();
      await bus.publish([changed('again', 1), changed('again', 2)]);
      await bus.subscribe({
        group,
        retry: RETRY,
        registrations: single((event) => {
          if (event.key !== 'again') return;
          log.push(`${event.payload.configVersion} attempt ${event.attempt}`);
          if (event.payload.configVersion === 1n && event.attempt < 3) throw new Error('not yet');
        }),
      });
      await until(() => log.length >= 4, 'both events');
      expect(log).toEqual(['1 attempt 1', '1 attempt 2', '1 attempt 3', '2 attempt 1']);
      expect(await bus.deadLetters(group, 'domains', 10)).toEqual([]);
    });

    it('never counts failures of the surroundings towards poison', async () => {
      const group = freshGroup();
      let attempts = 0;
      await bus.publish([changed('outage', 1)]);
      await bus.subscribe({
        group,
        retry: RETRY,
        registrations: single((event) => {
          if (event.key === 'outage' && ++attempts < 10) throw new TransientError('the database is away');
        }),
      });
      await until(() => attempts >= 10, 'the tenth attempt');
      expect(await bus.deadLetters(group, 'domains', 10)).toEqual([]);
    });

    it('sets a poisonous event aside with its reason, once, and goes on', async () => {
      const group = freshGroup();
      const arrivals = new Arrivals();
      await bus.publish([changed('poison', 1), changed('poison', 2), changed('poison', 3)]);
      await bus.subscribe({
        group,
        retry: RETRY,
        registrations: single((event) => {
          if (event.key !== 'poison') return;
          if (event.payload.configVersion === 2n) throw new Error('cannot digest');
          arrivals.add(event.key, event.payload.configVersion);
        }),
      });
      await until(() => arrivals.total >= 2, 'the event after the poison');
      expect(arrivals.byKey.get('poison')).toEqual([1, 3]);
      const letters = await bus.deadLetters(group, 'domains', 10);
      expect(letters).toHaveLength(1);
      expect(letters[0]).toMatchObject({
        eventType: 'domains.domain_changed.v1',
        reason: 'Error: cannot digest',
        attempts: 3,
        position: { topic: 'domains', partition: partitionOf('domains', 'poison') },
      });
      const letter = await bus.deadLetter(group, 'domains', letters[0]!.id);
      expect(letter?.envelope.length).toBeGreaterThan(0);
      const lags = await bus.lag(group, ['domains']);
      expect(lags.reduce((sum, lag) => sum + lag.deadLetters, 0)).toBe(1);
    });

    it('hands dead letters out again one by one, and forgets those that are settled', async () => {
      const group = freshGroup();
      const arrivals = new Arrivals();
      let mended = false;
      await bus.publish([1, 2, 3, 4].map((version) => changed('settled', version)));
      await bus.subscribe({
        group,
        retry: { ...RETRY, maxAttempts: 1 },
        registrations: single((event) => {
          if (event.key !== 'settled') return;
          if (!mended && event.payload.configVersion < 4n) throw new Error('cannot digest');
          arrivals.add(event.key, event.payload.configVersion);
        }),
      });
      await until(() => arrivals.total >= 1, 'the event after the poison');
      const listed = await bus.deadLetters(group, 'domains', 10);
      const [first, second, third] = await Promise.all(
        listed.map(async ({ id }) => (await bus.deadLetter(group, 'domains', id))!),
      );
      expect(listed).toHaveLength(3);
      expect(await bus.deadLetters(group, 'domains', 1)).toEqual(listed.slice(0, 1));
      await expect(bus.redeliver(second!)).rejects.toThrow('cannot digest');
      mended = true;
      await bus.redeliver(second!);
      expect(arrivals.byKey.get('settled')).toEqual([4, 2]);
      const left = async () => (await bus.deadLetters(group, 'domains', 10)).map(({ id }) => id).sort();
      const counted = async () =>
        (await bus.lag(group, ['domains'])).reduce((sum, lag) => sum + lag.deadLetters, 0);
      for (const [letter, others] of [
        [second!, [first!.id, third!.id]],
        // Settled already: nothing more goes.
        [second!, [first!.id, third!.id]],
        [third!, [first!.id]],
        [first!, []],
      ] as const) {
        await bus.removeDeadLetter(letter);
        expect(await left()).toEqual([...others].sort());
        expect(await counted()).toBe(others.length);
      }
      expect(await bus.deadLetter(group, 'domains', first!.id)).toBeNull();
      expect(await bus.deadLetter(group, 'domains', '0/nothing')).toBeNull();
      await expect(bus.redeliver({ ...first!, group: 'nobody' })).rejects.toMatchObject({
        code: 'invalid_event',
      });
    });

    it('sets aside what cannot be decoded, without trying it again', async () => {
      const group = freshGroup();
      const arrivals = new Arrivals();
      await bus.publish([
        { ...changed('garbled', 1), payload: Uint8Array.of(0x0a, 0x7f, 0x00) },
        changed('garbled', 2),
      ]);
      await bus.subscribe({
        group,
        registrations: single((event) => {
          if (event.key === 'garbled') arrivals.add(event.key, event.payload.configVersion);
        }),
      });
      await until(() => arrivals.total >= 1, 'the event after');
      expect(arrivals.byKey.get('garbled')).toEqual([2]);
      expect(await bus.deadLetters(group, 'domains', 10)).toMatchObject([{ attempts: 1 }]);
    });

    it('hands over whole batches in order, within their bound', async () => {
      const keys = keysNamed('batch', 5);
      const arrivals = new Arrivals();
      const sizes: number[] = [];
      await publishInChunks(bus, series(keys, 100), 100);
      await bus.subscribe({
        group: freshGroup(),
        registrations: {
          'domains.domain_changed.v1': {
            mode: 'batch',
            maxEvents: 30,
            handle: async (events) => {
              sizes.push(events.length);
              for (const { key, payload } of events)
                if (key.startsWith('batch-')) arrivals.add(key, payload.configVersion);
            },
          },
        },
      });
      await until(() => arrivals.total >= 500, 'all events');
      for (const key of keys)
        expect(arrivals.byKey.get(key)).toEqual(Array.from({ length: 100 }, (_, i) => i));
      expect(Math.max(...sizes)).toBe(30);
    });

    it('takes only the poison out of a batch', async () => {
      const group = freshGroup();
      const arrivals = new Arrivals();
      await bus.publish(Array.from({ length: 20 }, (_, seq) => changed('mixed', seq)));
      await bus.subscribe({
        group,
        retry: RETRY,
        registrations: {
          'domains.domain_changed.v1': {
            mode: 'batch',
            maxEvents: 50,
            handle: async (events) => {
              const mine = events.filter((event) => event.key === 'mixed');
              if (mine.some((event) => event.payload.configVersion === 7n)) throw new Error('seven');
              for (const { key, payload } of mine) arrivals.add(key, payload.configVersion);
            },
          },
        },
      });
      await until(() => arrivals.total >= 19, 'all others');
      expect(arrivals.byKey.get('mixed')).toEqual(
        Array.from({ length: 20 }, (_, i) => i).filter((i) => i !== 7),
      );
      const letters = await bus.deadLetters(group, 'domains', 10);
      // Another group's garbled event stands on the same topic.
      const ofThisTest = letters.filter(({ attempts }) => attempts > 1);
      expect(ofThisTest).toMatchObject([{ reason: 'Error: seven' }]);
    });

    it('tells how far a group is behind', async () => {
      const group = freshGroup();
      const total = async () =>
        (await bus.lag(group, ['domains'])).reduce((sum, { lag }) => sum + (lag ?? Number.NaN), 0);
      let blocked = true;
      await bus.subscribe({
        group,
        registrations: single(async (event) => {
          while (event.key === 'lag' && blocked) await sleep(10);
        }),
      });
      await until(async () => (await total()) === 0, 'everything read');
      await bus.publish(Array.from({ length: 12 }, (_, seq) => changed('lag', seq)));
      await until(async () => (await total()) === 12, 'a lag of 12');
      blocked = false;
      await until(async () => (await total()) === 0, 'everything read again');
    });

    it('tells since when events wait, in each partition where any do', async () => {
      const group = freshGroup();
      const [held, other] = keysNamed('wait', 12).reduce<string[]>(
        (found, key) =>
          found.some((had) => partitionOf('domains', had) === partitionOf('domains', key))
            ? found
            : [...found, key],
        [],
      );
      let [blocked, handled] = [true, 0];
      await bus.subscribe({
        group,
        registrations: single(async ({ key }) => {
          while (key === held && blocked) await sleep(10);
          if (key === held || key === other) handled++;
        }),
      });
      const since = () => bus.waitingSince(group, 'domains');
      await until(async () => (await since()).length === 0, 'everything read');
      const from = Date.now();
      await bus.publish([changed(held!, 1)]);
      const to = Date.now();
      await sleep(50);
      await bus.publish([changed(held!, 2), changed(other!, 1)]);
      await until(() => handled === 1, 'the other partition is read');
      // Its offset is committed a moment after its handler.
      let waiting: Date[] = [];
      await until(async () => {
        waiting = await since();
        return waiting.length === 1;
      }, 'nothing but the held partition waits');
      expect(waiting[0]!.getTime()).toBeGreaterThanOrEqual(from);
      expect(waiting[0]!.getTime()).toBeLessThanOrEqual(to);
      blocked = false;
      await until(async () => (await since()).length === 0, 'everything read again');
    });

    it('shares partitions between instances, one owner each, and moves them without losing or reordering', async () => {
      const group = freshGroup();
      const keys = keysNamed('move', 12);
      const arrivals = new Arrivals();
      const inHand = new Map<number, number>();
      let overlaps = 0;
      const join = async (instance: EventBus) =>
        await instance.subscribe({
          group,
          registrations: single(async (event) => {
            if (!event.key.startsWith('move-')) return;
            const { partition } = event.position;
            inHand.set(partition, (inHand.get(partition) ?? 0) + 1);
            if (inHand.get(partition)! > 1) overlaps++;
            await sleep(1);
            arrivals.add(event.key, event.payload.configVersion);
            inHand.set(partition, inHand.get(partition)! - 1);
          }),
        });
      const second = openBus(server.config);
      try {
        const first = await join(bus);
        await first.ready();
        expect(first.assigned()).toHaveLength(4);
        const events = series(keys, 60);
        const publishing = publishInChunks(bus, events, 12, 10);
        const other = await join(second);
        await until(() => first.assigned().length === 2 && other.assigned().length === 2, 'an even share');
        await until(() => arrivals.total >= 200, 'some events');
        await other.stop();
        await until(() => first.assigned().length === 4, 'all partitions back');
        await publishing;
        await until(() => arrivals.distinctTotal >= events.length, 'all events');
        expect(overlaps).toBe(0);
        // A consumer that loses a partition before committing leaves the event to be handled again.
        for (const key of keys)
          expect(arrivals.distinct(key)).toEqual(Array.from({ length: 60 }, (_, i) => i));
      } finally {
        await second.close();
      }
    });

    it('continues where the group stopped', async () => {
      const group = freshGroup();
      const arrivals = new Arrivals();
      const registrations = single((event) => {
        if (event.key === 'pick-up') arrivals.add(event.key, event.payload.configVersion);
      });
      await bus.publish([changed('pick-up', 1)]);
      const before = await bus.subscribe({ group, registrations });
      await until(() => arrivals.total === 1, 'the first');
      await before.stop();
      await bus.publish([changed('pick-up', 2)]);
      await bus.subscribe({ group, registrations });
      await until(() => arrivals.total >= 2, 'the second');
      await sleep(100);
      expect(arrivals.byKey.get('pick-up')).toEqual([1, 2]);
    });
  });
}
