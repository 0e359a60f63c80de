import type { DataSource } from 'typeorm';
import type { LogsConfig } from '../../../config/config.ts';
import { ClickhouseLogStore } from '../clickhouse/clickhouse-log-store.ts';
import type { LogStore } from '../log-store.port.ts';
import { PostgresLogStore } from '../postgres/postgres-log-store.ts';

/** The store that this installation has. */
export function createLogStore(
  database: DataSource,
  { PALISADE_LOGS_CLICKHOUSE_URL: clickhouse }: Pick<LogsConfig, 'PALISADE_LOGS_CLICKHOUSE_URL'>,
): LogStore {
  return clickhouse === '' ? new PostgresLogStore(database) : new ClickhouseLogStore(database, clickhouse);
}
