import type { DataSource } from 'typeorm';
import type { LogStore } from '../log-store.port.ts';
import { PostgresLogStore } from '../postgres/postgres-log-store.ts';

/** The store that this installation has. */
export function createLogStore(database: DataSource): LogStore {
  return new PostgresLogStore(database);
}
