// What every implementation of the bus must survive: consumers and the server itself ended by kill -9.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@palisade/testing';
import type { EventBus } from '../contract/bus.ts';
import { type BusUnderTest, openBus } from './bus-under-test.ts';
import { Arrivals, ConsumerProcesses, changed, keysNamed, publishInChunks, series } from './harness.ts';

const counting = (count: number) => Array.from({ length: count }, (_, i) => i);

export function crashConformance(name: string, start: () => Promise<BusUnderTest>): void {
  describe(`${name}: crashes`, () => {
    let server: BusUnderTest;

    beforeEach(async () => {
      server = await start();
    });
    afterEach(() => server.dispose());

    it('loses and reorders nothing when consumers are killed in the middle of their work', async () => {
      const bus = openBus(server.config);
      const keys = keysNamed('kill', 10);
      const events = series(keys, 60);
      const consumers = new ConsumerProcesses({ bus: server.config, group: 'killed', workMs: 3 });
      try {
        let current = consumers.start();
        const publishing = publishInChunks(bus, events, 20, 15);
        for (const afterEvents of [60, 200, 350]) {
          await until(() => consumers.done().total >= afterEvents, `${afterEvents} events`);
          const exit = once(current, 'exit');
          current.kill('SIGKILL');
          await exit;
          current = consumers.start();
        }
        await publishing;
        await until(
          () => consumers.done().distinctTotal >= events.length,
          () => `all events, missing ${consumers.done().missing(keys, 60)}`,
        );
        const done = consumers.done();
        for (const key of keys) expect(done.distinct(key)).toEqual(counting(60));
        // Only events in progress or not yet acknowledged were delivered again.
        expect(done.total - done.distinctTotal).toBeLessThanOrEqual(3 * 4 * 4);
        expect(beginsInOrder(consumers, keys)).toBe(true);
      } finally {
        await consumers.dispose();
        await bus.close();
      }
    });

    it('passes the partitions of a killed instance to the one that lives', async () => {
      const bus = openBus(server.config);
      const keys = keysNamed('survive', 10);
      const consumers = new ConsumerProcesses({ bus: server.config, group: 'pair', workMs: 1 });
      try {
        const victim = consumers.start();
        consumers.start();
        await bus.publish(series(keys, 10));
        await until(() => consumers.done().distinctTotal >= 100, 'the first events');
        victim.kill('SIGKILL');
        await bus.publish(keys.map((key) => changed(key, 10)));
        await until(() => consumers.done().distinctTotal >= 110, 'the last events');
        for (const key of keys) expect(consumers.done().distinct(key)).toEqual(counting(11));
      } finally {
        await consumers.dispose();
        await bus.close();
      }
    });

    it('sets an event aside that crashes its consumers, and only that one', async () => {
      const bus = openBus(server.config);
      const consumers = new ConsumerProcesses({ bus: server.config, group: 'bomb', workMs: 1, crashOn: 5 });
      try {
        await bus.publish(counting(10).map((seq) => changed('bomb', seq)));
        let starts = 0;
        while (starts < 10 && consumers.done().distinctTotal < 9) {
          const child = consumers.start();
          starts++;
          await until(
            () => child.signalCode !== null || consumers.done().distinctTotal >= 9,
            'a crash or the rest',
          );
        }
        expect(consumers.done().distinct('bomb')).toEqual(counting(10).filter((seq) => seq !== 5));
        const letters = await bus.deadLetters('bomb', 'domains', 10);
        expect(letters).toMatchObject([{ reason: expect.stringContaining('crashed') }]);
        expect(starts).toBeLessThanOrEqual(5);
      } finally {
        await consumers.dispose();
        await bus.close();
      }
    });

    it('loses and reorders nothing that was confirmed when the server is killed under publisher and consumer', async () => {
      const bus = openBus(server.config);
      const keys = keysNamed('outage', 8);
      const arrivals = new Arrivals();
      /** Where the server has what arrived. */
      const stored = new Set<string>();
      try {
        const subscription = await bus.subscribe({
          group: 'outage',
          registrations: {
            'domains.domain_changed.v1': {
              mode: 'single',
              handle: async ({ key, payload, position }) => {
                await sleep(1);
                arrivals.add(key, payload.configVersion);
                stored.add(`${position.partition} ${position.offset}`);
              },
            },
          },
        });
        await subscription.ready();
        const events = series(keys, 120);
        const publishing = publishInChunks(bus, events, 8, 5);
        for (const afterEvents of [150, 450]) {
          await until(() => arrivals.total >= afterEvents, `${afterEvents} events`);
          await server.kill();
          await sleep(300);
          await server.restart();
        }
        await publishing;
        await until(
          () => arrivals.distinctTotal >= events.length,
          async () =>
            `all events, missing ${arrivals.missing(keys, 120)}; ` +
            `behind by ${await behind(bus, 'outage')}`,
        );
        for (const key of keys) expect(arrivals.distinct(key)).toEqual(counting(120));
        // Events handled but not acknowledged before the outage are delivered again; the publisher's repeats are
        // recognised, so that no event is stored twice.
        expect(stored.size).toBe(events.length);
      } finally {
        await bus.close();
      }
    });

    it('refuses to confirm while the server is away, and says so in time', async () => {
      const bus = openBus(server.config);
      await bus.publish([changed('away', 0)]);
      await server.kill();
      const publishing = bus.publish([changed('away', 1)]);
      const outcome = await Promise.race([
        publishing.then(
          () => 'confirmed',
          (error: { code?: string }) => error.code,
        ),
        sleep(500).then(() => 'waiting'),
      ]);
      expect(outcome).toBe('waiting');
      await server.restart();
      await publishing;
      await bus.close();
    });
  });
}

/** By how many events the group has not committed what was published. */
async function behind(bus: EventBus, group: string): Promise<number> {
  const partitions = await bus.lag(group, ['domains']);
  return partitions.reduce((sum, { lag }) => sum + (lag ?? 0), 0);
}

/** Within a key no event begins before its predecessor was done at least once. */
function beginsInOrder(consumers: ConsumerProcesses, keys: readonly string[]): boolean {
  const finished = new Map(keys.map((key) => [key, -1]));
  return consumers.read().every(({ verb, key, seq }) => {
    const last = finished.get(key) ?? -1;
    if (verb === 'begin') return seq <= last + 1;
    finished.set(key, Math.max(last, seq));
    return true;
  });
}
