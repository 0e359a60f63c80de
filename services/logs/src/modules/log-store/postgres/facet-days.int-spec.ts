import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { dataSourceOptions } from '@palisade/nest-kit';
import { seededRandom, startTestPostgres } from '@palisade/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';
import { record, utf8 } from '../../../test/records.ts';
import { Feeder, type Logged } from '../conformance/store-under-test.ts';
import type { FacetBytes } from '../log-store.port.ts';
import { PostgresLogStore } from './postgres-log-store.ts';

const FACETS = ['address', 'path', 'status'] as const;
const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** Everything of the days before is settled, and nothing was taken back a moment ago. */
const later = () => Date.now() + HOUR_MS;

describe('facets summed by day', () => {
  let server: Awaited<ReturnType<typeof startTestPostgres>>;
  let url: string;
  let database: DataSource;
  let store: PostgresLogStore;
  let feeder: Feeder;

  beforeEach(async () => {
    server = await startTestPostgres();
    url = await server.createServiceRole('logs', 'secret');
    const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 8 });
    database = await new DataSource({ ...dataSourceOptions(options), logging: false }).initialize();
    store = new PostgresLogStore(database);
    feeder = new Feeder({ database, store, dispose: async () => undefined });
  });
  afterEach(async () => {
    await database?.destroy();
    await server?.dispose();
  });

  const at = (siteId: string, ms: number, more: Parameters<typeof record>[0] = {}): Logged =>
    record({ siteId, receivedAtMs: BigInt(ms), ...more });
  const summed = async (): Promise<number> =>
    (await database.query('SELECT count(*)::int AS n FROM facet_days'))[0].n;
  const span = { fromMs: today - 6 * DAY_MS, toMs: today + DAY_MS };
  const told = (siteNos: readonly number[], part = span) =>
    store.facets.topOfEach(siteNos, FACETS, part, 1_000);

  /** The same from the hours alone. */
  async function recounted(siteNos: readonly number[], part = span) {
    const counted: Record<string, FacetBytes[]> = {};
    for (const [facet, kind] of [
      ['address', 6],
      ['path', 5],
      ['status', 4],
    ] as const) {
      const rows: Record<string, string>[] = await database.query(
        `SELECT value, sum(requests) AS requests, sum(blocked) AS blocked, sum(response_bytes) AS bytes FROM facet_hours
         WHERE site_no = ANY($1) AND kind = $2 AND hour >= $3 AND hour < $4 GROUP BY 1 ORDER BY 2 DESC, 1`,
        [siteNos, kind, new Date(part.fromMs), new Date(part.toMs)],
      );
      counted[facet] = rows.map(({ value, requests, blocked, bytes }) => ({
        value: value!,
        requests: Number(requests),
        blocked: Number(blocked),
        responseBytes: Number(bytes),
      }));
    }
    return counted;
  }

  it('are what whole days are read from, and hours for the rest', async () => {
    const siteId = randomUUID();
    await feeder.store([at(siteId, today - 2 * DAY_MS), at(siteId, today - DAY_MS), at(siteId, today)]);
    const siteNo = await feeder.numberOf(siteId);
    await store.sumDays(later());
    // A sum that only the table of days can have.
    await database.query('UPDATE facet_days SET requests = requests + 100 WHERE day = $1', [
      new Date(today - DAY_MS),
    ]);
    const requests = async (fromMs: number, toMs: number) =>
      (await told([siteNo], { fromMs, toMs })).status[0]?.requests;
    expect(await requests(today - 2 * DAY_MS, today + DAY_MS)).toBe(103);
    expect(await requests(today - DAY_MS, today)).toBe(101);
    expect(await requests(today - DAY_MS, today - HOUR_MS)).toBe(1);
    expect(await requests(today - 2 * DAY_MS - HOUR_MS, today - DAY_MS)).toBe(1);
  });

  it('begin anew where a late record, a deletion or another version changes a summed hour', async () => {
    const siteId = randomUUID();
    const person = { clientAddress: '192.0.2.99' };
    const noon = today - DAY_MS + 12 * HOUR_MS;
    await feeder.store([at(siteId, noon), at(siteId, noon, person), at(siteId, noon - 2 * DAY_MS, person)]);
    const siteNo = await feeder.numberOf(siteId);
    const changes = [
      () => feeder.store([at(siteId, noon, { target: utf8('/late') })]),
      () =>
        store.deleteClient(siteNo, person.clientAddress, { fromMs: noon - HOUR_MS, toMs: noon + HOUR_MS }),
      () =>
        database.query('UPDATE facet_hours SET requests = requests + 7 WHERE hour = $1', [new Date(noon)]),
      () => database.query('DELETE FROM facet_hours WHERE hour = $1 AND kind = 5', [new Date(noon)]),
    ];
    await store.sumDays(later());
    for (const change of changes) {
      await change();
      expect(await told([siteNo])).toEqual(await recounted([siteNo]));
      const [left] = await database.query(
        'SELECT count(*)::int AS n FROM facet_days WHERE site_no = $1 AND day = $2',
        [siteNo, new Date(today - DAY_MS)],
      );
      expect(left.n).toBe(0);
      await store.sumDays(later());
      expect(await told([siteNo])).toEqual(await recounted([siteNo]));
      expect(await summed()).toBeGreaterThan(0);
    }
    expect(
      await database.query('SELECT FROM facet_days WHERE value = $1 AND day = $2', [
        person.clientAddress,
        new Date(today - DAY_MS),
      ]),
    ).toEqual([]);
  });

  it('wait for a writer that began before its hours were watched', async () => {
    const siteId = randomUUID();
    await feeder.store([at(siteId, today - DAY_MS)]);
    const siteNo = await feeder.numberOf(siteId);
    const writer = new pg.Client(url);
    await writer.connect();
    try {
      await writer.query('BEGIN');
      await writer.query(
        `INSERT INTO logs.facet_hours (site_no, kind, hour, value, requests, blocked) VALUES ($1, 6, $2, '192.0.2.50', 5, 0)`,
        [siteNo, new Date(today - DAY_MS)],
      );
      const summing = store.sumDays(later());
      await sleep(300);
      expect(await summed()).toBe(0);
      await writer.query('COMMIT');
      await summing;
    } finally {
      await writer.end();
    }
    expect(await summed()).toBeGreaterThan(0);
    expect((await told([siteNo])).address[0]).toMatchObject({ value: '192.0.2.50', requests: 5 });
    expect(await told([siteNo])).toEqual(await recounted([siteNo]));
  });

  it('wait for no transaction that has not written to the hours', async () => {
    const siteId = randomUUID();
    await feeder.store([at(siteId, today - DAY_MS)]);
    const [elsewhere, here] = [new pg.Client(server.adminUrl), new pg.Client(url)];
    await Promise.all([elsewhere.connect(), here.connect()]);
    try {
      for (const client of [elsewhere, here]) {
        await client.query('BEGIN');
        await client.query('CREATE TEMPORARY TABLE long_work (n integer)');
      }
      await store.sumDays(later());
      expect(await summed()).toBeGreaterThan(0);
    } finally {
      await Promise.all([elsewhere.end(), here.end()]);
    }
  });

  it('are changed by no writer with an older snapshot, which would not see what is watched', async () => {
    const writer = new pg.Client(url);
    await writer.connect();
    try {
      await writer.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      await expect(
        writer.query(
          `INSERT INTO logs.facet_hours (site_no, kind, hour, value, requests, blocked) VALUES (1, 6, $1, '192.0.2.50', 5, 0)`,
          [new Date(today - DAY_MS)],
        ),
      ).rejects.toThrow('"read committed" only');
    } finally {
      await writer.end();
    }
  });

  it('find days that were counted before there were sums, and grow with the day', async () => {
    const siteId = randomUUID();
    await feeder.store(Array.from({ length: 7 }, (_, back) => at(siteId, today - back * DAY_MS)));
    const siteNo = await feeder.numberOf(siteId);
    await database.query('DELETE FROM summed_facet_days');
    expect(await told([siteNo])).toEqual(await recounted([siteNo]));
    const ended = AbortSignal.abort(new Error('stopped'));
    await expect(store.sumDays(later(), ended)).rejects.toThrow('stopped');
    await store.sumDays(today + 3 * HOUR_MS + 20 * 60_000);
    const [{ until }] = await database.query(
      'SELECT max(summed_until) AS until FROM summed_facet_days WHERE summed_until > day',
    );
    expect(until.getTime()).toBe(today + 3 * HOUR_MS);
    expect(await told([siteNo])).toEqual(await recounted([siteNo]));
    await feeder.store([at(siteId, today + 4 * HOUR_MS, { clientAddress: '192.0.2.8' })], {}, today + DAY_MS);
    await store.sumDays(today + 7 * HOUR_MS);
    expect(await told([siteNo])).toEqual(await recounted([siteNo]));
  });

  it('leave nothing of a deleted site, nor of days that have expired', async () => {
    const [gone, stays] = [randomUUID(), randomUUID()];
    await feeder.store([gone, stays].flatMap((siteId) => [at(siteId, today - DAY_MS), at(siteId, today)]));
    const goneNo = await feeder.numberOf(gone);
    await store.sumDays(later());
    await store.deleteSite(goneNo);
    const left = async () =>
      (
        await database.query(
          'SELECT DISTINCT site_no FROM (SELECT site_no FROM facet_days UNION ALL SELECT site_no FROM summed_facet_days) AS t',
        )
      ).map(({ site_no }: { site_no: number }) => site_no);
    expect(await left()).toEqual([await feeder.numberOf(stays)]);
    await store.applyRetention(today + 100 * DAY_MS);
    expect(await left()).toEqual([]);
  });

  it('equal a recount, whatever is stored, deleted and summed at the same time', async () => {
    const random = seededRandom(1928);
    const pick = (below: number) => Math.floor(random() * below);
    const siteIds = [randomUUID(), randomUUID(), randomUUID()];
    await feeder.store(siteIds.map((siteId) => at(siteId, today - DAY_MS)));
    const siteNos = await Promise.all(siteIds.map((siteId) => feeder.numberOf(siteId)));
    const storing = async () => {
      for (let round = 0; round < 25; round++)
        await feeder.store(
          Array.from({ length: 20 }, () =>
            at(siteIds[pick(3)]!, today - pick(5 * 24) * HOUR_MS, {
              clientAddress: `192.0.2.${pick(12)}`,
              target: utf8(`/${pick(5)}`),
            }),
          ),
        );
    };
    const deleting = async () => {
      for (let round = 0; round < 10; round++) {
        const fromMs = today - pick(5 * 24) * HOUR_MS;
        await store.deleteClient(siteNos[pick(3)]!, `192.0.2.${pick(12)}`, {
          fromMs,
          toMs: fromMs + pick(40) * HOUR_MS,
        });
      }
    };
    let ended = false;
    const summing = async () => {
      while (!ended) await store.sumDays(later());
    };
    const summers = [summing(), summing()];
    const asking = async () => {
      while (!ended) await told(siteNos);
    };
    const askers = asking();
    await Promise.all([storing(), storing(), deleting()]);
    ended = true;
    await Promise.all([...summers, askers]);
    for (let round = 0; round < 8; round++) {
      const fromMs = span.fromMs + pick(100) * HOUR_MS;
      const part = { fromMs, toMs: fromMs + (1 + pick(100)) * HOUR_MS };
      const some = siteNos.slice(0, 1 + pick(3));
      expect(await told(some, part)).toEqual(await recounted(some, part));
    }
    expect(await told(siteNos)).toEqual(await recounted(siteNos));
    await store.sumDays(later());
    expect(await summed()).toBeGreaterThan(0);
    expect(await told(siteNos)).toEqual(await recounted(siteNos));
  });
});
