// The conditions of an upgrade of a large installation: tables with rows, and concurrent writers.

import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { databaseOptions } from './database.ts';

/** Tables that grow with traffic; names of the log's partitions begin with its name. */
const LARGE = ['request_logs', 'facet_hours', 'traffic_hours', 'traffic_minutes'];
const ROWS = 500;
const isConcurrent = (statement: string): boolean => /\bINDEX CONCURRENTLY\b/.test(statement);

describe('migrations of the log', () => {
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: DataSource;

  beforeEach(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createServiceRole('logs', 'secret');
    const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 2 });
    database = await new DataSource({ ...dataSourceOptions(options), migrationsRun: false }).initialize();
  });
  afterEach(async () => {
    await database.destroy();
    await postgres.dispose();
  });

  /** The tables as the first migration created them, with a day of two retention classes. */
  async function fill(runner: QueryRunner): Promise<void> {
    for (const days of [7, 30]) {
      const parent = `request_logs_r${days}`;
      await runner.query(
        `CREATE TABLE ${parent} PARTITION OF request_logs FOR VALUES IN (${days}) PARTITION BY RANGE (received_at)`,
      );
      await runner.query(
        `CREATE TABLE ${parent}_20260101 PARTITION OF ${parent} FOR VALUES FROM ('2026-01-01') TO ('2026-01-02')`,
      );
      await insertLogs(runner, days);
    }
    for (const [table, keys] of [
      ['facet_hours', `site_no, kind, hour, value`],
      ['traffic_hours', 'site_no, hour'],
      ['traffic_minutes', 'site_no, minute'],
    ] as const) {
      const rest = await columnsBeside(runner, table, keys.split(', '));
      const values = keys.includes('value') ? `1, 5, '2026-01-01Z', i::text` : `i, '2026-01-01Z'`;
      await runner.query(
        `INSERT INTO ${table} (${[keys, ...rest].join(', ')})
         SELECT ${[values, ...rest.map(() => '0')].join(', ')} FROM generate_series(1, ${ROWS}) i`,
      );
    }
  }

  /** Directly into a partition, as the service does. */
  async function insertLogs(runner: { query(sql: string): Promise<unknown> }, days: number): Promise<void> {
    const rows: { column: string; type: string }[] = await database.query(
      `SELECT column_name AS column, data_type AS type FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = 'request_logs' AND is_nullable = 'NO' AND column_default IS NULL`,
    );
    const values: Record<string, string> = {
      received_at: `'2026-01-01 12:00Z'`,
      retention_days: String(days),
      blocked: 'i % 2 = 0',
    };
    const valueFor = ({ column, type }: { column: string; type: string }): string =>
      values[column] ?? (type === 'text' ? `''` : '1');
    await runner.query(
      `INSERT INTO request_logs_r${days}_20260101 (${rows.map(({ column }) => column).join(', ')})
       SELECT ${rows.map(valueFor).join(', ')} FROM generate_series(1, ${ROWS}) i`,
    );
  }

  async function columnsBeside(runner: QueryRunner, table: string, keys: string[]): Promise<string[]> {
    const rows: { column: string }[] = await runner.query(
      `SELECT column_name AS column FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1 AND NOT column_name = ANY ($2)`,
      [table, keys],
    );
    return rows.map(({ column }) => column);
  }

  /**
   * Runs every statement by itself; returns how many rows of large tables it read or wrote while it blocked writers.
   */
  async function upWatched(runner: QueryRunner, migration: MigrationInterface): Promise<string[]> {
    const faults: string[] = [];
    const watched = new Proxy(runner, {
      get: (target, name) => {
        if (name !== 'query') return Reflect.get(target, name);
        return async (statement: string, values?: unknown[]) => {
          if (isConcurrent(statement) || /^\s*(SHOW|SET|SELECT)\b/.test(statement)) {
            return await target.query(statement, values);
          }
          await target.query('BEGIN');
          const before = await work(target);
          const answer = await target.query(statement, values);
          const after = await work(target);
          const held = await lockedOut(target);
          await target.query('COMMIT');
          if (after !== before && held > 0) faults.push(`${migration.constructor.name}: ${statement.trim()}`);
          return answer;
        };
      },
    });
    await migration.up(watched);
    return faults;
  }

  /**
   * Rows of large tables read and written by this transaction, and where the tables are stored: a new file means a
   * copy.
   */
  async function work(runner: QueryRunner): Promise<string> {
    const rows: unknown[] = await runner.query(
      `SELECT c.relname, coalesce(x.seq_tup_read, 0) AS read, coalesce(x.n_tup_upd, 0) AS updated, pg_relation_filenode(c.oid) AS place
       FROM pg_class c LEFT JOIN pg_stat_xact_user_tables x ON x.relid = c.oid
       WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
         AND (c.relname = ANY ($1) OR c.relname LIKE 'request\\_logs\\_r%') ORDER BY 1`,
      [LARGE],
    );
    return JSON.stringify(rows);
  }

  /** Large tables that this transaction has locked against writers. */
  async function lockedOut(runner: QueryRunner): Promise<number> {
    const rows: unknown[] = await runner.query(
      `SELECT 1 FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
       WHERE l.pid = pg_backend_pid() AND c.relkind = 'r'
         AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
         AND (c.relname = ANY ($1) OR c.relname LIKE 'request\\_logs\\_r%')`,
      [LARGE],
    );
    return rows.length;
  }

  async function afterTheFirst(work: (runner: QueryRunner, later: MigrationInterface[]) => Promise<void>) {
    const runner = database.createQueryRunner();
    try {
      const [first, ...later] = database.migrations;
      await first!.up(runner);
      await fill(runner);
      await work(runner, later);
    } finally {
      await runner.release();
    }
  }

  it('neither read nor copy large tables while nobody may write to them', async () => {
    await afterTheFirst(async (runner, later) => {
      for (const migration of later) expect(await upWatched(runner, migration)).toEqual([]);
      // The same number on each partition as on the log, and all valid.
      const indexes: { table: string; valid: number }[] = await runner.query(
        `SELECT c.relname AS table, count(*) FILTER (WHERE indisvalid)::int AS valid FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid
         WHERE c.relnamespace = current_schema()::regnamespace AND c.relname LIKE 'request\\_logs%' GROUP BY 1 ORDER BY 1`,
      );
      expect(indexes).toHaveLength(5);
      expect(new Set(indexes.map(({ valid }) => valid))).toEqual(new Set([6]));
    });
  });

  it.each([
    'CREATE INDEX late ON request_logs (status)',
    'CREATE INDEX late ON facet_hours (requests)',
    'ALTER TABLE request_logs ALTER COLUMN status TYPE bigint',
    'ALTER TABLE request_logs ADD CONSTRAINT late CHECK (status >= 0)',
    'ALTER TABLE traffic_hours ADD COLUMN late double precision NOT NULL DEFAULT random()',
  ])('are found out if they do: %s', async (statement) => {
    await afterTheFirst(async (runner) => {
      const bad: MigrationInterface = {
        up: (its) => its.query(statement),
        down: async () => undefined,
      };
      expect(await upWatched(runner, bad)).toHaveLength(1);
    });
  });

  it('are waited for by nobody who stores records, and go on where they were interrupted', async () => {
    await afterTheFirst(async (runner, later) => {
      const noticed = later.find((it) => it.constructor.name.startsWith('NoticedRequests'))!;
      const other = new pg.Client((database.options as { url: string }).url);
      await other.connect();
      try {
        await other.query('BEGIN');
        await insertLogs(other, 7);
        const [{ pid }] = await runner.query('SELECT pg_backend_pid() AS pid');
        const interrupted = noticed.up(runner).catch((error: { code?: string }) => error.code);
        await waiting(pid);
        // The next writer can insert at once.
        await database.query(
          'INSERT INTO request_logs_r7_20260101 SELECT * FROM request_logs_r7_20260101 LIMIT 1',
        );
        await other.query('SELECT pg_cancel_backend($1)', [pid]);
        expect(await interrupted).toBe('57014');
        await other.query('COMMIT');
      } finally {
        await other.end();
      }
      await noticed.up(runner);
      const unused: unknown[] = await runner.query(
        `SELECT 1 FROM pg_index WHERE NOT indisvalid AND indexrelid::regclass::text LIKE 'request\\_logs%'`,
      );
      expect(unused).toEqual([]);
    });
  });

  /** Queried outside of transactions: within one the result never changes. */
  async function waiting(pid: number): Promise<void> {
    for (let left = 200; left > 0; left--) {
      const rows: unknown[] = await database.query(
        `SELECT 1 FROM pg_stat_progress_create_index WHERE pid = $1 AND phase LIKE 'waiting for%'`,
        [pid],
      );
      if (rows.length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the index is not being built');
  }
});
