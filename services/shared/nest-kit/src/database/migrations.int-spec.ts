import { startSurroundings } from '@palisade/testing';
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

describe('migrations', () => {
  let surroundings: Awaited<ReturnType<typeof startSurroundings>>;

  beforeAll(async () => {
    surroundings = await startSurroundings('auth');
  });
  afterAll(() => surroundings?.dispose());

  function newInstance(): OneConnectionDataSource {
    const options = dataSourceOptions({
      ...{ url: surroundings.databaseUrl, schema: 'auth', poolSize: 2 },
      ...{ entities: [], migrations: [Slow1700000000001] },
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
});
