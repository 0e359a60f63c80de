import { randomUUID } from 'node:crypto';
import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../database/database.ts';
import { LogStreamsRepository } from './log-streams.repository.ts';
import { StreamCursorRepository } from './stream-cursor.repository.ts';

/** Enough rows for an index plan to be cheaper. */
const BACKLOG = 20_000;

describe('what streams have of the stored chunks', () => {
  let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
  let database: DataSource;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    const url = await postgres.createServiceRole('logs', 'secret');
    const options = databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 2 });
    database = await new DataSource(dataSourceOptions(options)).initialize();
  });
  afterAll(async () => {
    await database?.destroy();
    await postgres?.dispose();
  });
  beforeEach(() => database.query('TRUNCATE log_streams, stored_chunks RESTART IDENTITY'));

  const addChunks = (count: number, age = '1 minute') =>
    database.query(
      `INSERT INTO stored_chunks (chunk_no, site_no, from_at, to_at, rows, bytes, stored_at)
       SELECT i, i % 2 + 1, now(), now(), 10, 1, now() - $2::interval FROM generate_series(1, $1::int) i`,
      [count, age],
    );
  const addStream = (siteNo: number | null, position: number) =>
    database.query(
      `INSERT INTO log_streams (stream_id, site_no, site_name, name, kind, hint, target_sealed, format, filter, sample_percent,
         gather_seconds, position) VALUES ($1, $2, '', '', 'http', '', '', 'raw', '{}', 100, 1, $3)`,
      [randomUUID(), siteNo, position],
    );
  const positions = async (): Promise<number[]> => {
    const rows: { position: string }[] = await database.query(
      'SELECT position FROM stored_chunks ORDER BY position',
    );
    return rows.map(({ position }) => Number(position));
  };

  it('is forgotten once each that follows a site has it', async () => {
    await addChunks(6);
    // Site 1 has chunks 2, 4, 6, and site 2 the others.
    await addStream(1, 4);
    await addStream(2, 6);
    await new StreamCursorRepository(database).forget();
    expect(await positions()).toEqual([6]);
    await addStream(null, 5);
    await new StreamCursorRepository(database).forget();
    expect(await positions()).toEqual([6]);
    await database.query('UPDATE log_streams SET position = 6');
    await new StreamCursorRepository(database).forget();
    expect(await positions()).toEqual([]);
  });

  it('is counted as lost after days, and how long the rest has waited is known', async () => {
    await addChunks(4, '4 days');
    await addChunks(2, '2 minutes');
    await addStream(null, 1);
    await new StreamCursorRepository(database).forget();
    expect(await positions()).toEqual([5, 6]);
    expect(await database.query('SELECT lost_records, position FROM log_streams')).toEqual([
      { lost_records: '30', position: '4' },
    ]);
    const [sums] = await new LogStreamsRepository(database).sums();
    expect(sums!.lag).toBeGreaterThan(119);
    expect(sums!.lag).toBeLessThan(200);
  });

  it('is not read as a whole while a stream of all sites is behind', async () => {
    await addChunks(BACKLOG);
    await addStream(null, 3);
    await addStream(1, BACKLOG);
    await database.query('ANALYZE');
    const read: string[] = [];
    const explaining = {
      query: async (statement: string, values: unknown[] = []): Promise<unknown> => {
        if (statement.includes('stored_chunks')) {
          // What is deleted for the plan is restored.
          const rows = await database.transaction(async (manager) => {
            await manager.query('SAVEPOINT before');
            const plan: unknown[] = await manager.query(
              `EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`,
              values,
            );
            await manager.query('ROLLBACK TO before');
            return plan;
          });
          read.push(JSON.stringify(rows));
        }
        return await database.query(statement, values);
      },
      transaction: <T>(work: (manager: unknown) => Promise<T>) => work(explaining),
    };
    await new StreamCursorRepository(explaining as never).forget();
    await new LogStreamsRepository(explaining as never).sums();
    expect(read.length).toBeGreaterThan(2);
    const most = read.flatMap((plan) =>
      [...plan.matchAll(/"Actual Rows":(\d+)/g)].map(([, rows]) => Number(rows)),
    );
    expect(Math.max(...most)).toBeLessThan(100);
    expect(
      read
        .join()
        .includes(
          '"Node Type":"Seq Scan","Parent Relationship":"Outer","Parallel Aware":false,"Async Capable":false,"Relation Name":"stored_chunks"',
        ),
    ).toBe(false);
    expect(await positions()).toHaveLength(BACKLOG - 3);
  });
});
