import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';

const KINDS = 8;
const VALUES_OF_EACH = 1_000;

describe('how PostgreSQL adds up facets', () => {
  let server: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: DataSource;

  beforeAll(async () => {
    server = await startTestPostgres();
    const url = await server.createServiceRole('logs', 'secret');
    const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 2 });
    database = await new DataSource({ ...dataSourceOptions(options), logging: false }).initialize();
    await database.query(
      `INSERT INTO facet_hours (site_no, kind, hour, value, requests, blocked, response_bytes)
       SELECT site, kind, date_trunc('hour', now()), kind || ' ' || value, 1, 0, 1
       FROM generate_series(1, 12) AS site, generate_series(1, ${KINDS}) AS kind,
         generate_series(1, ${VALUES_OF_EACH}) AS value`,
    );
    await database.query('ANALYZE facet_hours');
  });
  afterAll(async () => {
    await database?.destroy();
    await server?.dispose();
  });

  it('expects each value of its own kind alone, so that sums fit into memory', async () => {
    const [row] = await database.query(
      'EXPLAIN (FORMAT JSON) SELECT kind, value, sum(requests) FROM facet_hours GROUP BY kind, value',
    );
    const [{ Plan: plan }] = row['QUERY PLAN'];
    expect(plan['Plan Rows']).toBeGreaterThan((KINDS * VALUES_OF_EACH) / 4);
    expect(plan['Plan Rows']).toBeLessThan(KINDS * VALUES_OF_EACH * 1.1);
  });
});
