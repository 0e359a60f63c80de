import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, startSurroundings } from '@palisade/testing';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dataSourceOptions } from './database.module.ts';
import { OneConnectionDataSource } from './one-connection.ts';

const STATEMENT_MS = 200;

/** Takes longer than a statement of the service may, as one over many rows does. */
class Slow1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE slow_runs AS SELECT pg_sleep(0.6)::text AS run');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE slow_runs');
  }
}

/** Wants the table for itself, if only for a moment. */
class Altered1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE slow_runs ADD COLUMN late integer');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE slow_runs DROP COLUMN late');
  }
}

describe('migrations', () => {
  let surroundings: Awaited<ReturnType<typeof startSurroundings>>;

  beforeAll(async () => {
    surroundings = await startSurroundings('auth');
  });
  afterAll(() => surroundings?.dispose());

  function newInstance(...later: (new () => MigrationInterface)[]): OneConnectionDataSource {
    const options = dataSourceOptions({
      ...{ url: surroundings.databaseUrl, schema: 'auth', poolSize: 2 },
      ...{ entities: [], migrations: [Slow1700000000001, ...later] },
    });
    const extra = { ...options.extra, statement_timeout: STATEMENT_MS };
    return new OneConnectionDataSource({ ...options, extra, logging: false } as typeof options);
  }

  it('may take longer than other statements, and run once of instances that start together', async () => {
    const instances = [newInstance(), newInstance(), newInstance()];
    try {
      await Promise.all(instances.map((instance) => instance.initialize()));
      for (const instance of instances) {
        expect(await instance.query('SELECT count(*)::int AS runs FROM slow_runs')).toEqual([{ runs: 1 }]);
        await expect(instance.query('SELECT pg_sleep(0.6)')).rejects.toThrow('statement timeout');
      }
    } finally {
      await Promise.all(instances.filter(({ isInitialized }) => isInitialized).map((it) => it.destroy()));
    }
  });

  it('do not hold up others while somebody reads for long what they change', async () => {
    const reader = await newInstance().initialize();
    const backup = reader.createQueryRunner();
    const other = await newInstance().initialize();
    const altering = newInstance(Altered1700000000002);
    try {
      await backup.startTransaction();
      await backup.query('SELECT 1 FROM slow_runs');
      let isDone = false;
      const altered = altering.initialize().then(() => {
        isDone = true;
      });
      await eventually('the migration asking for the table', async () => {
        const asking = await other.query(
          `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'slow_runs'::regclass`,
        );
        expect(asking).toHaveLength(1);
      });
      for (let read = 0; read < 10; read++) {
        await eventually('reading', () => other.query('SELECT 1 FROM slow_runs'), 5_000);
        await sleep(100);
      }
      expect(isDone).toBe(false);
      await backup.rollbackTransaction();
      await altered;
      expect(await other.query('SELECT late FROM slow_runs')).toEqual([{ late: null }]);
    } finally {
      await backup.release();
      const opened = [reader, other, altering].filter(({ isInitialized }) => isInitialized);
      await Promise.all(opened.map((it) => it.destroy()));
    }
  });
});
