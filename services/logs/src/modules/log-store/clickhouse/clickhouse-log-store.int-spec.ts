import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@palisade/basics';
import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestClickhouse, startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';
import { record, utf8 } from '../../../test/records.ts';
import { appendConformance } from '../conformance/append-conformance.ts';
import { keepingConformance } from '../conformance/keeping-conformance.ts';
import { liveConformance } from '../conformance/live-conformance.ts';
import { questionsConformance } from '../conformance/questions-conformance.ts';
import {
  everyRow,
  Feeder,
  idAt,
  idsOf,
  newestFirst,
  type StoreUnderTest,
} from '../conformance/store-under-test.ts';
import { CopyWriter } from '../copy-writer.rules.ts';
import { PostgresLogStore } from '../postgres/postgres-log-store.ts';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import { ClickhouseLogStore } from './clickhouse-log-store.ts';

const clickhouse = await startTestClickhouse();
afterAll(() => clickhouse.dispose());

async function open(): Promise<StoreUnderTest> {
  const server = await startTestPostgres();
  const url = await server.createServiceRole('logs', 'secret');
  const options = dataSourceOptions(
    databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 6 }),
  );
  const database = await new DataSource({ ...options, logging: false }).initialize();
  const { url: address, dispose } = await clickhouse.createDatabase();
  const store = new ClickhouseLogStore(database, address);
  return {
    database,
    store,
    dispose: async () => {
      await store.close();
      await dispose();
      await database.destroy();
      await server.dispose();
    },
  };
}

appendConformance('ClickHouse', open);
questionsConformance('ClickHouse', open);
keepingConformance('ClickHouse', open);
liveConformance('ClickHouse', open);

describe('ClickHouse beside the database that decides', () => {
  let under: StoreUnderTest;
  let feeder: Feeder;

  beforeEach(async () => {
    under = await open();
    feeder = new Feeder(under);
  });
  afterEach(() => under.dispose());

  const made = (siteId: string, count: number, atMs = Date.now()) =>
    Array.from({ length: count }, (_, i) =>
      record({ requestId: idAt(atMs - i), siteId, receivedAtMs: BigInt(atMs - i) }),
    );

  it('has each record once although it is killed while they come', async () => {
    const [siteId, segmentId] = [randomUUID(), randomUUID()];
    const waiting = async () => {
      const [row] = await under.database.query('SELECT count(*)::int AS blocks FROM log_blocks');
      return row.blocks as number;
    };
    let firstIndex = 0;
    const store = async (records: ReturnType<typeof made>) => {
      await feeder.store(records, { nodeId: 'killed', segmentId, firstIndex, last: false });
      firstIndex += records.length;
    };
    await store(made(siteId, 200));
    for (let round = 0; round < 3; round++) {
      // While sending, before it, or between it and the response.
      const storing = store(made(siteId, 200));
      await sleep(Math.random() * 60);
      await clickhouse.kill();
      await storing;
      await store(made(siteId, 200));
      expect(await waiting()).toBeGreaterThan(0);
      // Only the server can tell whether a new value has a counter of its own: meanwhile records stay on the bus.
      const path = utf8(`/new-${round}`);
      const unknown = made(siteId, 10).map((one) => ({ ...one, target: path }));
      await expect(store(unknown)).rejects.toThrow();
      await clickhouse.restart();
      await store(unknown);
      expect(await waiting()).toBe(0);
    }
    const siteNo = await feeder.numberOf(siteId);
    expect(new Set(idsOf(await everyRow(under.store, siteNo))).size).toBe(firstIndex);
    expect(await everyRow(under.store, siteNo)).toHaveLength(firstIndex);
    const [sum] = await under.store.facets.top([siteNo], 'method', { fromMs: 0 }, 10);
    expect(sum?.requests).toBe(firstIndex);
  });

  it('sends what an earlier process left behind, once', async () => {
    const siteId = randomUUID();
    await feeder.store(made(siteId, 3));
    const siteNo = await feeder.numberOf(siteId);
    // Written by a process that ended before sending, and by one that had sent without recording it.
    const line = JSON.stringify([siteNo, 7, Math.floor(Date.now() / HOUR_MS) * 3_600, 'PUT', 5, 0, 0]);
    const insert = `INSERT INTO log_blocks (token, target, body) VALUES ($1, 'facets', $2)`;
    const block = [randomUUID(), Buffer.from(`${line}\n`)];
    for (let round = 0; round < 2; round++) {
      await under.database.query(insert, block);
      await under.store.prepare(Date.now());
    }
    const sums = await under.store.facets.top([siteNo], 'method', { fromMs: 0 }, 10);
    expect(sums).toEqual([
      { value: 'PUT', requests: 5, blocked: 0 },
      { value: 'GET', requests: 3, blocked: 0 },
    ]);
  });

  it('keeps more different texts of a block than numbers of two bytes name, and texts that were known before', async () => {
    const [siteId, atMs] = [randomUUID(), Date.now()];
    const many = made(siteId, 70_000, atMs).map((one, i) => ({ ...one, target: utf8(`/${i}`) }));
    await feeder.store(many);
    await feeder.store(
      made(siteId, 300, atMs + 1_000).map((one, i) => ({ ...one, target: utf8(`/${69_900 + i}`) })),
    );
    const siteNo = await feeder.numberOf(siteId);
    const rows = await everyRow(under.store, siteNo, 20_000);
    expect(rows).toHaveLength(70_300);
    const byId = new Map(rows.map(({ request_id, target }) => [request_id, target]));
    expect(many.every(({ requestId }, i) => byId.get(requestId) === `/${i}`)).toBe(true);
    expect(rows.slice(0, 300).map(({ target }) => target)).toEqual(
      Array.from({ length: 300 }, (_, i) => `/${69_900 + i}`),
    );
  });

  it('takes records that an older version left behind as text', async () => {
    const [siteId, atMs] = [randomUUID(), Date.now()];
    await feeder.store(made(siteId, 1, atMs));
    const siteNo = await feeder.numberOf(siteId);
    const stored = await everyRow(under.store, siteNo);
    const rows = new CopyWriter();
    const id = idAt(atMs - 5_000);
    // Newer columns are the last ones.
    for (const column of RECORD_COLUMNS.slice(0, RECORD_COLUMNS.indexOf('chunk_no') + 1)) {
      if (column === 'received_at') rows.moment(atMs - 5_000);
      else if (column === 'site_no') rows.number(siteNo);
      else if (column === 'request_id') rows.text(id);
      else if (column === 'target') rows.text('/left\tbehind');
      else if (column === 'matches') rows.null();
      else rows.number(0);
    }
    rows.endRow();
    await under.database.query(`INSERT INTO log_blocks (target, body) VALUES ('records', $1)`, [
      rows.written,
    ]);
    await under.store.prepare(Date.now());
    const [newest, older] = await everyRow(under.store, siteNo);
    expect([newest, older?.target]).toEqual([stored[0], '/left\tbehind']);
  });

  it('deletes what the database had before there was ClickHouse', async () => {
    const siteId = randomUUID();
    const before = new PostgresLogStore(under.database);
    await new Feeder({ ...under, store: before }).store(made(siteId, 3));
    const records = made(siteId, 2);
    await feeder.store(records);
    const siteNo = await feeder.numberOf(siteId);
    expect(idsOf(await everyRow(under.store, siteNo))).toEqual(newestFirst(records));
    expect(await under.store.deleteSite(siteNo)).toBeGreaterThan(5);
    expect(await everyRow(before, siteNo)).toEqual([]);
    expect(await everyRow(under.store, siteNo)).toEqual([]);
  });
});
