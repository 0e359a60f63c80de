import { dataSourceOptions } from '@palisade/nest-kit';
import { startTestPostgres } from '@palisade/testing';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../../database/database.ts';
import { appendConformance } from '../conformance/append-conformance.ts';
import { keepingConformance } from '../conformance/keeping-conformance.ts';
import { liveConformance } from '../conformance/live-conformance.ts';
import { questionsConformance } from '../conformance/questions-conformance.ts';
import type { StoreUnderTest } from '../conformance/store-under-test.ts';
import { PostgresLogStore } from './postgres-log-store.ts';

async function open(): Promise<StoreUnderTest> {
  const server = await startTestPostgres();
  const url = await server.createServiceRole('logs', 'secret');
  const options = dataSourceOptions(
    databaseOptions({ PALISADE_DATABASE_URL: url, PALISADE_DATABASE_POOL: 6 }),
  );
  const database = await new DataSource({ ...options, logging: false }).initialize();
  return {
    database,
    store: new PostgresLogStore(database),
    dispose: async () => {
      await database.destroy();
      await server.dispose();
    },
  };
}

appendConformance('PostgreSQL', open);
questionsConformance('PostgreSQL', open);
keepingConformance('PostgreSQL', open);
liveConformance('PostgreSQL', open);
