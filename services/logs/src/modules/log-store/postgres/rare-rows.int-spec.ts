// A rare value is found without reading the traffic around it, whichever field has it.

import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';
import { attack, type RecordFields, record, utf8 } from '../../../test/records.ts';
import { Feeder, idAt, idsOf, type Logged, newestFirst } from '../conformance/store-under-test.ts';
import { type LogFilter, NO_FILTER } from '../log-filter.types.ts';
import type { LogPosition, StatusFilter } from '../log-row.types.ts';
import { PostgresLogStore } from './postgres-log-store.ts';
import { READ_BY_SUMMARIES, rareRows } from './rare-rows.ts';
import { kindsOf } from './row-conditions.ts';

const ROWS = 60_000;
const BATCH = 2_000;
/** Number of rows with each of the rare values. */
const RARE = 6;
const SPAN_MS = 20 * HOUR_MS;

const wanted = <Value>(value: Value) => ({ value, not: false });
/** A request's value, and the search for it. */
const RARELY: Record<string, { fields: Partial<RecordFields>; filter: Partial<LogFilter> }> = {
  address: { fields: { clientAddress: '203.0.113.9' }, filter: { address: wanted('203.0.113.9') } },
  path: { fields: { target: utf8('/rare?q=1') }, filter: { path: wanted('/rare') } },
  agent: { fields: { userAgent: utf8('rare/1') }, filter: { agent: wanted('rare/1') } },
  ja4: { fields: { ja4: 't13d_rare' }, filter: { ja4: wanted('t13d_rare') } },
  network: { fields: { asn: 64_500 }, filter: { network: wanted(64_500) } },
  country: { fields: { country: 'AQ' }, filter: { country: wanted('AQ') } },
  method: { fields: { method: utf8('PURGE') }, filter: { method: wanted('PURGE') } },
};
const NAMES = Object.keys(RARELY);

describe('values that few requests have', () => {
  let server: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: DataSource;
  let store: PostgresLogStore;
  let siteNo: number;
  const all = new Map<string, Logged[]>(NAMES.map((name) => [name, []]));

  beforeAll(async () => {
    server = await startTestPostgres();
    const url = await server.createServiceRole('logs', 'secret');
    const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 4 });
    database = await new DataSource({ ...dataSourceOptions(options), logging: false }).initialize();
    store = new PostgresLogStore(database);
    const feeder = new Feeder({ database, store, dispose: async () => undefined });
    const [siteId, nowMs] = [randomUUID(), Date.now()];
    const every = Math.floor(ROWS / RARE / NAMES.length);
    for (let from = 0; from < ROWS; from += BATCH) {
      const records = Array.from({ length: BATCH }, (_, i) => {
        const at = from + i;
        const receivedAtMs = nowMs - SPAN_MS + Math.floor((at / ROWS) * SPAN_MS);
        const name = at % every === 0 ? NAMES[(at / every) % NAMES.length] : undefined;
        const fields = {
          siteId,
          requestId: idAt(receivedAtMs),
          receivedAtMs: BigInt(receivedAtMs),
          // More values than an hour has counters.
          clientAddress: `198.51.${at % 40}.${(at * 7) % 250}`,
          target: utf8(`/page-${at % 3_000}`),
          ...(name !== undefined && RARELY[name]?.fields),
        };
        const one = at % 20 === 0 ? attack(1001, fields) : record(fields);
        if (name !== undefined) all.get(name)?.push(one);
        return one;
      });
      await feeder.store(records);
    }
    siteNo = await feeder.numberOf(siteId);
    await store.applyRetention(nowMs);
  });
  afterAll(async () => {
    await database?.destroy();
    await server?.dispose();
  });

  const search = async (filter: LogFilter, status: StatusFilter, limit: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let after: LogPosition | null = null; ; ) {
      const page = await store.records.search([siteNo], status, filter, limit, after);
      ids.push(...idsOf(page.rows));
      if (page.next === null) return ids;
      after = page.next;
    }
  };
  const isBlocked = ({ ruleId }: Logged) => ruleId === 1001;

  it.each(NAMES)('are found by %s: all of them, page by page, blocked or not', async (name) => {
    const records = all.get(name) ?? [];
    expect(records.length).toBeGreaterThanOrEqual(RARE);
    const filter = { ...NO_FILTER, ...RARELY[name]?.filter };
    expect(await search(filter, null, 4)).toEqual(newestFirst(records));
    expect(await search(filter, 'blocked', 100)).toEqual(newestFirst(records.filter(isBlocked)));
    expect(await search(filter, 'allowed', 1)).toEqual(newestFirst(records.filter((one) => !isBlocked(one))));
  });

  it.each(NAMES)('are read by %s with few others, as the plan says', async (name) => {
    const filter = { ...NO_FILTER, ...RARELY[name]?.filter };
    const question = {
      siteNos: [siteNo],
      client: undefined,
      after: null,
      limit: 100,
      fromMs: 0,
      toMs: Date.now(),
    };
    for (const status of [null, 'blocked', 'allowed'] as const) {
      const { sql, values } = rareRows({ ...question, filter }, kindsOf(filter, status));
      const plan = await database.transaction(async (manager) => {
        await manager.query(READ_BY_SUMMARIES);
        const lines: { 'QUERY PLAN': string }[] = await manager.query(
          `EXPLAIN (ANALYZE, COSTS OFF) ${sql}`,
          values,
        );
        return lines.map((line) => line['QUERY PLAN']).join('\n');
      });
      expect(plan).not.toMatch(/Seq Scan|Index Scan using/);
      expect(plan).toMatch(/Bitmap Index Scan on \S*received_at_client_address/);
      const sums = [...plan.matchAll(/Rows Removed by (?:Index Recheck|Filter): (\d+)/g)];
      const besides = sums.reduce((sum, [, rows]) => sum + Number(rows), 0);
      // A block range is about 500 rows: those that contain a match, and few false positives.
      expect(besides).toBeLessThan(ROWS / 4);
    }
  });

  it('are found as well where there is no index that knows them', async () => {
    await database.query('DROP INDEX request_logs_values');
    for (const name of NAMES)
      expect(await search({ ...NO_FILTER, ...RARELY[name]?.filter }, null, 100)).toEqual(
        newestFirst(all.get(name) ?? []),
      );
  });
});
