import type { DataSource } from 'typeorm';
import type { LogsConfig } from '../../../config/config.ts';
import { ClickhouseLogStore } from '../clickhouse/clickhouse-log-store.ts';
import type { LogStore } from '../log-store.port.ts';
import { PostgresLogStore } from '../postgres/postgres-log-store.ts';

/** The store that this installation has. */
export function createLogStore(
  database: DataSource,
  {
    PALISADE_LOGS_CLICKHOUSE_URL: clickhouse,
    PALISADE_LOGS_CLICKHOUSE_CLUSTER: cluster,
    PALISADE_LOGS_CLICKHOUSE_STORAGE_POLICY: storagePolicy,
  }: Pick<
    LogsConfig,
    | 'PALISADE_LOGS_CLICKHOUSE_URL'
    | 'PALISADE_LOGS_CLICKHOUSE_CLUSTER'
    | 'PALISADE_LOGS_CLICKHOUSE_STORAGE_POLICY'
  >,
): LogStore {
  if (clickhouse === '') return new PostgresLogStore(database);
  return new ClickhouseLogStore(database, clickhouse, { cluster, storagePolicy });
}
