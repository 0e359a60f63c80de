import { DAY_MS } from '@palisade/basics';
import { startTestClickhouse } from '@palisade/testing';
import { FACET } from '../../records/roll-ups.rules.ts';
import { NO_FILTER } from '../log-filter.types.ts';
import { ClickhouseConnection } from './clickhouse-connection.ts';
import { ClickhouseFacets } from './clickhouse-facets.ts';
import { recordConditions } from './record-conditions.ts';
import { walkRecords } from './record-walk.ts';

const SITES = Array.from({ length: 40 }, (_, i) => i + 1);
const ADDRESSES = 400_000;
const RECORDS = 200_000;
const firstMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS;
const span = { fromMs: firstMs, toMs: firstMs + 2 * DAY_MS };

describe('how many rows ClickHouse reads', () => {
  let clickhouse: Awaited<ReturnType<typeof startTestClickhouse>>;
  let made: Awaited<ReturnType<(typeof clickhouse)['createDatabase']>>;
  let filling: ClickhouseConnection;

  beforeAll(async () => {
    clickhouse = await startTestClickhouse();
    made = await clickhouse.createDatabase();
    filling = new ClickhouseConnection(made.url);
    const at = { from: firstMs / 1000 };
    await filling.run(
      `INSERT INTO facet_hours SELECT number % 40 + 1, ${FACET.address}, toDateTime({from:UInt32}) + intDiv(number, 40) % 48 * 3600,
         toString(number), 1, 0, 1 FROM numbers(${ADDRESSES})`,
      at,
    );
    await filling.run(
      `INSERT INTO facet_hours SELECT number % 40 + 1, ${FACET.status}, toDateTime({from:UInt32}) + intDiv(number, 40) % 48 * 3600,
         if(number % 3 = 0, '5xx', '2xx'), 1, 0, 1 FROM numbers(9600)`,
      at,
    );
    await filling.run('OPTIMIZE TABLE facet_hours FINAL');
    await filling.run(
      `INSERT INTO request_logs (site_no, received_at, request_id, client_address, target, matches)
       SELECT number % 4 + 1, toDateTime64({from:UInt32}, 3) + number / 4, toString(generateUUIDv4()),
         if(number % 20000 = 7, '192.0.2.7', toString(number % 9000)), '/', '' FROM numbers(${RECORDS})`,
      at,
    );
    await filling.run('OPTIMIZE TABLE request_logs FINAL');
  });
  afterAll(async () => {
    await filling?.close();
    await made?.dispose();
    await clickhouse?.dispose();
  });

  /** Questions that read more rows are refused by the server. */
  async function within<Result>(
    rows: number,
    ask: (connection: ClickhouseConnection) => Promise<Result>,
  ): Promise<Result> {
    const url = new URL(made.url);
    url.searchParams.set('ch_max_rows_to_read', String(rows));
    const connection = new ClickhouseConnection(url.href);
    try {
      return await ask(connection);
    } finally {
      await connection.close();
    }
  }

  it('is not those of addresses where days of a status are asked for', async () => {
    const status = await within(80_000, (connection) =>
      new ClickhouseFacets(connection).topOfEach(SITES, ['status'], span, 10),
    );
    expect(status.status.map(({ value, requests }) => [value, requests])).toEqual([
      ['2xx', 6400],
      ['5xx', 3200],
    ]);
    const series = await within(80_000, (connection) =>
      new ClickhouseFacets(connection).series(SITES, 'status', '5xx', 'day', span),
    );
    expect([...series.values()].reduce((sum, requests) => sum + requests, 0)).toBe(3200);
  });

  it('is few around each match of a rare address', async () => {
    const { rows } = await within(60_000, (connection) =>
      walkRecords(connection, {
        siteNos: SITES,
        conditions: recordConditions({ ...NO_FILTER, address: { value: '192.0.2.7', not: false } }, null),
        span,
        after: null,
        limit: 100,
      }),
    );
    expect(rows).toHaveLength(RECORDS / 20_000);
  });
});
