// A value common to all sites' requests, searched for at one site, whose rows are scattered among the others'.

import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';
import { record, utf8 } from '../../../test/records.ts';
import { Feeder, idAt, idsOf, type Logged, newestFirst } from '../conformance/store-under-test.ts';
import { type LogFilter, NO_FILTER } from '../log-filter.types.ts';
import type { LogPosition } from '../log-row.types.ts';
import { PostgresLogStore } from './postgres-log-store.ts';
import { SEARCH_LIMITS, type SearchLimits, searchRecords } from './search.ts';

const ROWS = 60_000;
const BATCH = 2_000;
const SITES = 20;
const SPAN_MS = 20 * HOUR_MS;
/** Far more rows than are read at once, as in a table of millions. */
const SMALL: SearchLimits = { ...SEARCH_LIMITS, windowRows: 200 };

const wanted = <Value>(value: Value) => ({ value, not: false });

describe('values that everybody’s requests have', () => {
  let server: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: DataSource;
  let siteNo: number;
  const purges: Logged[] = [];
  const addressed: Logged[] = [];
  let ownRows = 0;

  beforeAll(async () => {
    server = await startTestPostgres();
    const url = await server.createServiceRole('logs', 'secret');
    const open = (connections: number) =>
      new DataSource({
        ...dataSourceOptions(
          databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: connections }),
        ),
        logging: false,
      }).initialize();
    const filling = await open(4);
    const store = new PostgresLogStore(filling);
    const feeder = new Feeder({ database: filling, store, dispose: async () => undefined });
    const [siteIds, nowMs] = [Array.from({ length: SITES }, () => randomUUID()), Date.now()];
    for (let from = 0; from < ROWS; from += BATCH) {
      const records = Array.from({ length: BATCH }, (_, i) => {
        const at = from + i;
        const isOwn = at % SITES === 0;
        const isPurge = isOwn && at % 9_000 === 0;
        const isAddressed = isOwn && at % 30_000 === 20;
        const receivedAtMs = nowMs - SPAN_MS + Math.floor((at / ROWS) * SPAN_MS);
        const one = record({
          siteId: siteIds[at % SITES]!,
          requestId: idAt(receivedAtMs),
          receivedAtMs: BigInt(receivedAtMs),
          method: utf8('GET'),
          userAgent: utf8(isPurge ? 'purger/1' : 'browser/1'),
          clientAddress: isAddressed ? '203.0.113.9' : `198.51.${at % 40}.${(at * 7) % 250}`,
        });
        if (isOwn) ownRows++;
        if (isPurge) purges.push(one);
        if (isAddressed) addressed.push(one);
        return one;
      });
      await feeder.store(records);
    }
    siteNo = await feeder.numberOf(siteIds[0]!);
    await store.applyRetention(nowMs);
    await filling.destroy();
    // One connection, so that its reads are counted when the statistics are queried.
    database = await open(1);
  });
  afterAll(async () => {
    await database?.destroy();
    await server?.dispose();
  });

  /** Page by page to the end. */
  async function search(filter: Partial<LogFilter>, limits: SearchLimits): Promise<string[]> {
    const question = { siteNos: [siteNo], status: null, filter: { ...NO_FILTER, ...filter }, limit: 100 };
    const ids: string[] = [];
    for (let after: LogPosition | null = null; ; ) {
      const page = await searchRecords(database, { ...question, after }, limits);
      ids.push(...idsOf(page.rows));
      if (page.next === null) return ids;
      after = page.next;
    }
  }

  async function rowsReadSoFar(): Promise<number> {
    await database.query('SELECT pg_stat_force_next_flush()');
    const [sum]: { rows: string }[] = await database.query(
      `SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS rows
       FROM pg_stat_user_tables WHERE relname LIKE 'request\\_logs\\_r%'`,
    );
    return Number(sum?.rows);
  }

  const PURGES: Partial<LogFilter> = { method: wanted('GET'), agent: wanted('purger*') };

  it('are looked for among the site’s own rows, not among all', async () => {
    const before = await rowsReadSoFar();
    // As if each window took its time, as with millions of rows.
    expect(await search(PURGES, { ...SMALL, quickMs: 0 })).toEqual(newestFirst(purges));
    const read = (await rowsReadSoFar()) - before;
    expect(read).toBeGreaterThanOrEqual(ownRows - SMALL.windowRows);
    // Additionally, each attempt with summaries reads some block ranges of 500 rows.
    expect(read).toBeLessThan(ROWS / 4);
  });

  it('are found where summaries answer nothing in time', async () => {
    expect(await search(PURGES, { ...SMALL, helpMs: 1 })).toEqual(newestFirst(purges));
  });

  it('cost no search of a value that is rare at all sites', async () => {
    const before = await rowsReadSoFar();
    expect(await search({ address: wanted('203.0.113.9') }, SMALL)).toEqual(newestFirst(addressed));
    expect((await rowsReadSoFar()) - before).toBeLessThan(ROWS / 4);
  });
});
