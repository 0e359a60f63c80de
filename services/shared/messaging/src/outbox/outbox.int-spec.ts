import {
  newEventSettings,
  SilentRelay,
  silentLogger,
  startOwnPostgres,
  startTestRedis,
  until,
} from '@palisade/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { Arrivals, changed } from '../conformance/harness.ts';
import type { BusPublisher, EncodedEvent, EventBus } from '../contract/bus.ts';
import { readEventKeys } from '../envelope/event-keys.ts';
import { EventSigner } from '../envelope/event-signer.ts';
import { MAX_EVENT_AGE_MS, MAX_EVENT_AHEAD_MS } from '../envelope/event-verifier.ts';
import { createRedisStreamsBus } from '../redis-streams/redis-streams-bus.ts';
import { OutboxRelay } from './outbox-relay.ts';
import { OutboxWriter } from './outbox-writer.ts';
import { ProcessedEvents, REMEMBERED_DAYS } from './processed-events.ts';
import { createOutboxTable, createProcessedEventsTable } from './tables.ts';

const keys = readEventKeys(newEventSettings()('domains'));
const TYPE = 'domains.domain_changed.v1';

describe('transactional outbox', () => {
  let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  let redis: Awaited<ReturnType<typeof startTestRedis>>;
  let databaseUrl: string;
  let database: DataSource;
  let bus: EventBus;
  const writer = new OutboxWriter(new EventSigner('domains', keys.signing));

  beforeAll(async () => {
    [postgres, redis] = await Promise.all([startOwnPostgres(), startTestRedis()]);
    databaseUrl = await postgres.createServiceRole('domains', 'secret');
    database = await new DataSource({ type: 'postgres', url: databaseUrl, schema: 'domains' }).initialize();
    const runner = database.createQueryRunner();
    await createOutboxTable(runner);
    await createProcessedEventsTable(runner);
    await runner.release();
    bus = createRedisStreamsBus({ url: redis.url, source: 'domains', keys, logger: silentLogger });
  });
  afterAll(async () => {
    await bus.close();
    await database.destroy();
    await Promise.all([postgres.dispose(), redis.dispose()]);
  });

  const add = (manager: EntityManager, key: string, seq: number) =>
    writer.add(manager, TYPE, key, changed(key, seq).payload);
  const waiting = async () => Number((await database.query('SELECT count(*) AS n FROM outbox'))[0].n);
  const relayTo = (publisher: BusPublisher) => {
    const relay = new OutboxRelay({ databaseUrl, publisher, logger: silentLogger });
    relay.start();
    return relay;
  };
  const collect = async (group: string, prefix: string) => {
    const arrivals = new Arrivals();
    await bus.subscribe({
      group,
      registrations: {
        [TYPE]: {
          mode: 'single',
          handle: async ({ key, payload }) => {
            if (key.startsWith(prefix)) arrivals.add(key, payload.configVersion);
          },
        },
      },
    });
    return arrivals;
  };

  it('publishes what was committed, in order per key, and nothing that was rolled back', async () => {
    const arrivals = await collect('order', 'a');
    const relay = relayTo(bus);
    for (let seq = 0; seq < 30; seq++) {
      await database.transaction(async (manager) => {
        await add(manager, 'a1', seq);
        await add(manager, 'a2', seq);
      });
      await database
        .transaction(async (manager) => {
          await add(manager, 'a3', seq);
          throw new Error('roll back');
        })
        .catch((error: Error) => expect(error.message).toBe('roll back'));
    }
    await until(() => arrivals.total >= 60, 'all events');
    await relay.stop();
    const expected = Array.from({ length: 30 }, (_, i) => i);
    expect(arrivals.byKey).toEqual(
      new Map([
        ['a1', expected],
        ['a2', expected],
      ]),
    );
    expect(await waiting()).toBe(0);
  });

  it('carries the trace in which an event was added, unless the event says its own', async () => {
    const [own, current] = ['00-own', '00-current'];
    const traced = new OutboxWriter(new EventSigner('domains', keys.signing), (_types, add) => add(current));
    const seen: string[] = [];
    const group = 'traces';
    const handle = async ({ key, traceparent }: { key: string; traceparent: string }) => {
      if (key === 't') seen.push(traceparent);
    };
    await bus.subscribe({ group, registrations: { [TYPE]: { mode: 'single', handle } } });
    const relay = relayTo(bus);
    await database.transaction(async (manager) => {
      await traced.add(manager, TYPE, 't', changed('t', 1).payload);
      await traced.add(manager, TYPE, 't', changed('t', 2).payload, { traceparent: own });
    });
    await until(() => seen.length === 2, 'both events');
    await relay.stop();
    expect(seen).toEqual([current, own]);
  });

  it('hears of an event at once, without polling', async () => {
    const published: EncodedEvent[] = [];
    const publisher = recordingPublisher(async (events) => void published.push(...events));
    const relay = new OutboxRelay({ databaseUrl, publisher, logger: silentLogger, pollMs: 60_000 });
    relay.start();
    await database.transaction((manager) => add(manager, 'b', 1));
    await until(() => published.length === 1, 'the first event');
    await database.transaction((manager) => add(manager, 'b', 2));
    await until(() => published.length === 2, 'the second event');
    await relay.stop();
  });

  it('goes on where the database server is lost without a word and another takes its place', async () => {
    const { relay: network, url } = await SilentRelay.before(databaseUrl);
    const published: EncodedEvent[] = [];
    const publisher = recordingPublisher(async (events) => void published.push(...events));
    const relay = new OutboxRelay({ databaseUrl: url, publisher, logger: silentLogger });
    relay.start();
    await database.transaction((manager) => add(manager, 'lost', 1));
    await until(() => published.length === 1, 'the first event');
    network.lose();
    await database.transaction((manager) => add(manager, 'lost', 2));
    // It has asked by now, and waits for the answer.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    network.find();
    await until(() => published.length === 2, 'the second event');
    await relay.stop();
    await network.dispose();
  });

  it('keeps events while the bus does not confirm, and publishes them again under the same ids', async () => {
    const tries: string[][] = [];
    const publisher = recordingPublisher(async (events) => {
      tries.push(events.map(({ id }) => id));
      if (tries.length < 3) throw new Error('not confirmed');
    });
    await database.transaction((manager) => add(manager, 'c', 1));
    const relay = relayTo(publisher);
    await until(async () => (await waiting()) === 0, 'the event to be gone');
    await relay.stop();
    expect(tries).toHaveLength(3);
    expect(new Set(tries.flat()).size).toBe(1);
  });

  it('lets one relay work at a time and another take over', async () => {
    let inHand = 0;
    let overlaps = 0;
    const arrivals = await collect('hand-over', 'd');
    const publisher = recordingPublisher(async (events) => {
      if (++inHand > 1) overlaps++;
      await bus.publishEncoded(events);
      inHand--;
    });
    const first = relayTo(publisher);
    const second = relayTo(publisher);
    for (let seq = 0; seq < 20; seq++) {
      await database.transaction((manager) => add(manager, 'd', seq));
      if (seq === 10) await first.stop();
    }
    await until(() => arrivals.total >= 20, 'all events');
    await second.stop();
    expect(overlaps).toBe(0);
    expect(arrivals.byKey.get('d')).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it('goes on after the database has thrown it out', async () => {
    const arrivals = await collect('thrown-out', 'e');
    const relay = relayTo(bus);
    await database.transaction((manager) => add(manager, 'e', 1));
    await until(() => arrivals.total === 1, 'the first event');
    // An event that arrived may still be in the outbox; deleted there, the relay would rightly publish it again.
    await until(async () => (await waiting()) === 0, 'the first event to be gone');
    await database.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'outbox-relay'`,
    );
    await database.transaction((manager) => add(manager, 'e', 2));
    await until(() => arrivals.total >= 2, 'the second event');
    await relay.stop();
    expect(arrivals.byKey.get('e')).toEqual([1, 2]);
  });

  it('refuses an event that could never be published while the caller can still do something about it', async () => {
    await expect(
      database.transaction((manager) => writer.add(manager, TYPE, '', changed('x', 1).payload)),
    ).rejects.toMatchObject({ code: 'invalid_event' });
  });

  describe('events that were processed', () => {
    let effects: string[];
    beforeEach(() => {
      effects = [];
    });
    const process = (
      id: string,
      { group = 'g', source = 'auth' } = {},
      memory = new ProcessedEvents(database, group),
    ) => memory.once({ id, source }, async () => void effects.push(`${group}:${source}/${id}`));

    it('have one effect per service and event, and no producer uses up the ids of another', async () => {
      expect([await process('1'), await process('1'), await process('1', { group: 'h' })]).toEqual([
        true,
        false,
        true,
      ]);
      expect(await process('1', { source: 'logs' })).toBe(true);
      expect(effects).toEqual(['g:auth/1', 'h:auth/1', 'g:logs/1']);
    });

    it('are not remembered if their handler failed', async () => {
      const failing = new ProcessedEvents(database, 'g').once({ id: '2', source: 'auth' }, () =>
        Promise.reject(new Error('effect failed')),
      );
      await expect(failing).rejects.toThrow('effect failed');
      expect(await process('2')).toBe(true);
    });

    it('are forgotten when they are too old to be believed, at most once an hour', async () => {
      const memory = new ProcessedEvents(database, 'g');
      await process('3', {}, memory);
      const kept = async () =>
        (
          (await database.query('SELECT event_id FROM processed_events ORDER BY 1')) as { event_id: string }[]
        ).map((row) => row.event_id);
      await database.query(
        `UPDATE processed_events SET processed_at = now() - interval '${REMEMBERED_DAYS} days 1 minute'`,
      );
      const before = await kept();
      await process('4', {}, memory);
      expect(await kept()).toEqual([...before, 'auth/4'].toSorted());
      await process('5');
      expect(await kept()).toEqual(['auth/4', 'auth/5']);
      expect(REMEMBERED_DAYS * 24 * 3_600_000).toBeGreaterThan(MAX_EVENT_AGE_MS + MAX_EVENT_AHEAD_MS);
    });
  });
});

function recordingPublisher(
  publishEncoded: (events: readonly EncodedEvent[]) => Promise<void>,
): BusPublisher {
  return { publishEncoded, publish: () => Promise.resolve(), close: () => Promise.resolve() };
}
