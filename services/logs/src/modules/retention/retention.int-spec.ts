// On the oldest supported PostgreSQL that is available: a plan that only a newer one serves from an index is a
// sequential scan there.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DAY_MS } from '@palisade/basics';
import { dataSourceOptions } from '@palisade/nest-kit';
import { startOwnPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../database/database.ts';
import { PostgresLogStore } from '../log-store/postgres/postgres-log-store.ts';
import { RecordingsRepository } from '../recording-store/recordings.repository.ts';
import { RetentionJob } from './retention.job.ts';

const DEBIAN = '/usr/lib/postgresql';
const FILLED = ['facet_hours', 'traffic_hours', 'traffic_minutes'];
/** Days of hours, sites and values of each: more than fits a page, and few of them expired. */
const ROWS = 200_000;
const RULE = '00000000-0000-7000-8000-000000000001';

describe('retention', () => {
  let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
  let database: DataSource;

  beforeAll(async () => {
    const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
    const binaries = path.join(DEBIAN, String(Math.min(...versions)), 'bin');
    postgres = await startOwnPostgres({ binaries });
    const url = await postgres.createServiceRole('logs', 'secret');
    const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 2 });
    database = await new DataSource(dataSourceOptions(options)).initialize();
  });
  afterAll(async () => {
    await database?.destroy();
    await postgres?.dispose();
  });

  async function fill(now: number): Promise<void> {
    const from = new Date(now - 120 * DAY_MS).toISOString();
    const at = `'${from}'::timestamptz + i % 2880 * interval '1 hour'`;
    await database.query(
      `INSERT INTO facet_hours SELECT i % 50, 5, ${at}, 'value ' || i, 1, 0 FROM generate_series(1, ${ROWS}) i`,
    );
    for (const table of ['traffic_hours', 'traffic_minutes'])
      await database.query(
        `INSERT INTO ${table} SELECT i, ${at}, 1, 0, 0, 0, 0, 0, 0 FROM generate_series(1, ${ROWS}) i`,
      );
    await database.query('ANALYZE');
  }

  /** The job's database, with the plan of every deletion recorded first. */
  function explained(plans: string[]): DataSource {
    const query = async (statement: string, values: unknown[]): Promise<unknown> => {
      if (statement.startsWith('DELETE')) {
        const rows: Record<string, string>[] = await database.query(`EXPLAIN ${statement}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return await database.query(statement, values);
    };
    return { query, transaction: database.transaction.bind(database) } as DataSource;
  }

  const oldest = async (table: string, column: string): Promise<number> => {
    const [row]: { at: Date }[] = await database.query(`SELECT min(${column}) AS at FROM ${table}`);
    return row!.at.getTime();
  };

  it('forgets alerts of owners a while after they ended, and none that goes on', async () => {
    const now = Date.now();
    await database.query(
      `INSERT INTO alert_rules (rule_id, owner_id, site_id, name, severity, condition, channel_ids, note, is_active)
       VALUES ($1, $1, '', 'A rule', 'info', '{}', '{}', '', true)`,
      [RULE],
    );
    await database.query(
      `INSERT INTO owner_alerts (alert_id, rule_id, owner_id, rule_name, severity, site_id, domain_name, summary, note,
         channel_ids, is_silent, fired_at, resolved_at, begin_told, end_told)
       SELECT gen_random_uuid(), $1, $1, 'A rule', 'info', '', '', ended.name, '', '{}', false, $2::timestamptz - interval '1 year',
         $2::timestamptz - ended.ago, true, true
       FROM (VALUES ('long ago', interval '91 days'), ('lately', interval '89 days'), ('goes on', NULL)) AS ended (name, ago)`,
      [RULE, new Date(now)],
    );
    const recordings = {
      prune: async () => undefined,
    } as Partial<RecordingsRepository> as RecordingsRepository;
    await new RetentionJob(database, new PostgresLogStore(database), recordings).apply(now);
    const left: { summary: string }[] = await database.query('SELECT summary FROM owner_alerts ORDER BY 1');
    expect(left.map(({ summary }) => summary)).toEqual(['goes on', 'lately']);
  });

  it('knows the segments of an edge that comes back after weeks', async () => {
    const now = Date.now();
    await database.query(
      `INSERT INTO segments (node_id, segment_id, next_index, done, updated_at)
       SELECT 'node', days::text, 1, true, $1::timestamptz - days * interval '1 day' FROM unnest(ARRAY[15, 399, 401]) AS days`,
      [new Date(now)],
    );
    await new RetentionJob(
      database,
      new PostgresLogStore(database),
      new RecordingsRepository(database),
    ).apply(now);
    const left: { segment_id: string }[] = await database.query('SELECT segment_id FROM segments ORDER BY 1');
    expect(left.map(({ segment_id }) => segment_id)).toEqual(['15', '399']);
  });

  it('finds what has run out by its time, and deletes a bounded number of rows at a time', async () => {
    const now = Date.now();
    await fill(now);
    const plans: string[] = [];
    const explaining = explained(plans);
    const store = new PostgresLogStore(explaining);
    await new RetentionJob(explaining, store, new RecordingsRepository(database)).apply(now);
    // 28 of 120 days of facets, and 117 of the minutes.
    expect(plans.length).toBeGreaterThan(Math.ceil((ROWS * 117) / 120 / 10_000));
    // The others are empty, where a sequential scan is right.
    const read = plans.filter((plan) => FILLED.includes(/Seq Scan on (\w+)/.exec(plan)?.[1] ?? ''));
    expect(read).toEqual([]);
    expect(await oldest('facet_hours', 'hour')).toBeGreaterThan(now - 92 * DAY_MS - 1);
    expect(await oldest('traffic_minutes', 'minute')).toBeGreaterThan(now - 3 * DAY_MS - 1);
    expect(await oldest('traffic_hours', 'hour')).toBeLessThan(now - 119 * DAY_MS);
  });
});
