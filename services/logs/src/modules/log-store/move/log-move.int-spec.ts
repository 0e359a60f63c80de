import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@palisade/basics';
import { dataSourceOptions } from '@palisade/nest-kit';
import { eventually, startTestClickhouse, startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';
import { attack, record, utf8 } from '../../../test/records.ts';
import { move } from '../../../tools/move-logs.ts';
import { FACET, type Facet } from '../../records/roll-ups.rules.ts';
import { ClickhouseLogStore } from '../clickhouse/clickhouse-log-store.ts';
import { everyRow, Feeder, idAt, type Logged } from '../conformance/store-under-test.ts';
import type { LogStore } from '../log-store.port.ts';
import { PostgresLogStore } from '../postgres/postgres-log-store.ts';
import type { LogStoreName } from './log-move.ts';

/** Built, as the operator's command has it. */
const TOOL = path.resolve(import.meta.dirname, '../../../../dist/tools/move-logs.js');
/** What a text format could lose: separators, escapes, quotes, other alphabets, bytes that are no text. */
const HOSTILE = ['/a\tb\\N\\n', "/'\"\\'\\0", '/Grüße/世界/😀', '/\\', '/%00\u0000\u000b\u0008'].map(utf8);

const clickhouse = await startTestClickhouse();
afterAll(() => clickhouse.dispose());

let database: DataSource;
let environment: NodeJS.ProcessEnv;
let stores: Record<LogStoreName, LogStore>;
let dispose: () => Promise<void>;

beforeEach(async () => {
  const server = await startTestPostgres();
  const url = await server.createServiceRole('logs', 'secret');
  const options = dataSourceOptions(
    databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 6 }),
  );
  database = await new DataSource({ ...options, logging: false }).initialize();
  const other = await clickhouse.createDatabase();
  environment = { PALISADE_DATABASE_URL: url, PALISADE_LOGS_CLICKHOUSE_URL: other.url };
  stores = {
    clickhouse: new ClickhouseLogStore(database, other.url),
    postgresql: new PostgresLogStore(database),
  };
  dispose = async () => {
    await stores.clickhouse.close();
    await other.dispose();
    await database.destroy();
    await server.dispose();
  };
});
afterEach(() => dispose());

const feeder = (store: LogStoreName) => new Feeder({ store: stores[store], database, dispose });
const moveTo = (to: LogStoreName, accept = false) => move(environment, { to, accept, note: () => undefined });

/** Over three days and two plans, some of them refused. */
function made(siteId: string, count: number): Logged[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, i) => {
    const atMs = now - (i % 3) * DAY_MS - i;
    const fields = {
      requestId: idAt(atMs),
      siteId,
      receivedAtMs: BigInt(atMs),
      retentionDays: i % 2 === 0 ? 7 : 30,
      target: HOSTILE[i % HOSTILE.length]!,
      clientAddress: `192.0.2.${i % 50}`,
    };
    return i % 10 === 0 ? attack(1002, fields) : record(fields);
  });
}

/** All query results of a site, in one value. */
async function contents(store: LogStore, siteNo: number) {
  const span = { fromMs: 0, toMs: Date.now() + DAY_MS };
  const facets = Object.keys(FACET) as Facet[];
  return {
    rows: await everyRow(store, siteNo),
    facets: await store.facets.topOfEach([siteNo], facets, span, 1_000),
  };
}

const started = (to: LogStoreName): ChildProcess =>
  spawn(
    process.execPath,
    [
      ...['--input-type=module', '-e'],
      `const { move } = await import(${JSON.stringify(TOOL)});
       await move(process.env, { to: '${to}', accept: false, note: (text) => console.log(text) });`,
    ],
    { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  );

/** So long after this output, wherever it is by then. */
async function killed(to: LogStoreName, said: string, afterMs: number): Promise<void> {
  const child = started(to);
  const ended = once(child, 'exit');
  let text = '';
  for await (const chunk of child.stdout!) {
    text += String(chunk);
    if (text.includes(said)) break;
  }
  await sleep(afterMs);
  child.kill('SIGKILL');
  await ended;
}

/** Stops in between, at a known point. */
async function interrupted(to: LogStoreName): Promise<void> {
  const stopped = new Error('stopped');
  const note = (text: string) => {
    if (text.includes('records moved')) throw stopped;
  };
  await expect(move(environment, { to, accept: false, note })).rejects.toBe(stopped);
}

const waitingBlocks = async (): Promise<number> => {
  const [row] = await database.query('SELECT count(*)::int AS blocks FROM log_blocks');
  return row.blocks as number;
};

describe('moving request logs', () => {
  it('takes everything to ClickHouse and back', async () => {
    const siteId = randomUUID();
    await feeder('postgresql').store(made(siteId, 600));
    const siteNo = await feeder('postgresql').numberOf(siteId);
    const before = await contents(stores.postgresql, siteNo);
    expect(before.rows).toHaveLength(600);

    const there = await moveTo('clickhouse');
    expect(there).toMatchObject({ days: 3, records: 600n, differences: [] });
    expect(await contents(stores.clickhouse, siteNo)).toEqual(before);
    expect((await contents(stores.postgresql, siteNo)).rows).toEqual([]);

    const back = await moveTo('postgresql');
    expect(back).toMatchObject({ days: 3, records: 600n, differences: [] });
    expect(await contents(stores.postgresql, siteNo)).toEqual(before);
    expect((await contents(stores.clickhouse, siteNo)).rows).toEqual([]);
    expect(await moveTo('postgresql')).toMatchObject({ records: 600n, differences: [] });
  });

  it.each<LogStoreName>(['clickhouse', 'postgresql'])(
    'goes on where it was killed on the way to %s, while records arrive',
    async (to) => {
      const from = to === 'clickhouse' ? 'postgresql' : 'clickhouse';
      const siteId = randomUUID();
      const records = made(siteId, 6_000);
      await feeder(from).store(records);
      const arriving = feeder(to);
      let arrived = 0;
      for (const [said, afterMs] of [
        ['counting', 60],
        ['moved', 0],
        ['moved', 30],
        ['moved', 90],
      ] as const) {
        await Promise.all([killed(to, said, afterMs), arriving.store(made(siteId, 200))]);
        arrived += 200;
      }
      expect(await moveTo(to)).toMatchObject({ differences: [] });
      expect(await waitingBlocks()).toBe(0);
      const siteNo = await arriving.numberOf(siteId);
      const { rows, facets } = await contents(stores[to], siteNo);
      expect(rows).toHaveLength(records.length + arrived);
      expect(new Set(rows.map(({ request_id }) => request_id)).size).toBe(rows.length);
      const counted = facets.status.reduce((sum, { requests }) => sum + requests, 0);
      expect(counted).toBe(rows.length);
      expect(await everyRow(stores[from], siteNo)).toEqual([]);
    },
  );

  it('takes what a process that was not started anew still writes', async () => {
    const siteId = randomUUID();
    await feeder('postgresql').store(made(siteId, 100));
    await moveTo('clickhouse');
    await feeder('postgresql').store(made(siteId, 50));
    expect(await moveTo('clickhouse')).toMatchObject({ records: 150n, differences: [] });
    // Half of the way back was done when the operator changed direction again.
    await interrupted('postgresql');
    await feeder('postgresql').store(made(siteId, 25));
    expect(await moveTo('clickhouse')).toMatchObject({ records: 175n, differences: [] });
    expect(await everyRow(stores.clickhouse, await feeder('clickhouse').numberOf(siteId))).toHaveLength(175);
  });

  it('sets no table aside while a block is on its way there', async () => {
    const siteId = randomUUID();
    await feeder('clickhouse').store(made(siteId, 30));
    const siteNo = await feeder('clickhouse').numberOf(siteId);
    const sender = database.createQueryRunner();
    await sender.startTransaction();
    // As a process does that sends blocks which were committed after the move had sent the waiting ones.
    await sender.query('LOCK TABLE log_blocks IN ROW SHARE MODE');
    const moved = moveTo('postgresql');
    await eventually('the move waits', async () => {
      const waits: unknown[] = await database.query(
        `SELECT 1 FROM pg_locks WHERE relation = 'log_blocks'::regclass AND mode = 'ExclusiveLock' AND NOT granted`,
      );
      expect(waits).toHaveLength(1);
    });
    expect(await everyRow(stores.clickhouse, siteNo)).toHaveLength(30);
    await sender.commitTransaction();
    await sender.release();
    expect(await moved).toMatchObject({ records: 30n, differences: [] });
    expect(await everyRow(stores.postgresql, siteNo)).toHaveLength(30);
  });

  it('says what is missing, and of which day and site, until that is accepted', async () => {
    const siteId = randomUUID();
    await feeder('clickhouse').store(made(siteId, 300));
    const siteNo = await feeder('clickhouse').numberOf(siteId);
    await interrupted('postgresql');
    await database.query(
      'DELETE FROM request_logs WHERE request_id = (SELECT request_id FROM request_logs LIMIT 1)',
    );
    const { differences } = await moveTo('postgresql');
    expect(differences).toEqual([expect.stringMatching(`site ${siteNo}: 99 records instead of 100`)]);
    expect((await moveTo('postgresql', true)).differences).toHaveLength(1);
    expect((await moveTo('postgresql')).differences).toEqual([]);
  });

  it('deletes a person who is on the way', async () => {
    const siteId = randomUUID();
    await feeder('postgresql').store(made(siteId, 3_000));
    const siteNo = await feeder('postgresql').numberOf(siteId);
    const address = '192.0.2.7';
    const span = { fromMs: 0, toMs: Date.now() + DAY_MS };
    const moving = moveTo('clickhouse', true);
    await stores.clickhouse.deleteClient(siteNo, address, span);
    await moving;
    const { rows, facets } = await contents(stores.clickhouse, siteNo);
    expect(rows.filter(({ client_address }) => client_address === address)).toEqual([]);
    expect(facets.address.filter(({ value }) => value === address)).toEqual([]);
    expect(rows).toHaveLength(3_000 - 60);
  });
});
