// Checks whether ClickHouse responds, for the operator's `palisade doctor`.
import { ClickhouseConnection } from '../modules/log-store/clickhouse/clickhouse-connection.ts';

/** @returns null where request logs are in the service's own database */
export async function clickhouseVersion(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const url = environment.PALISADE_LOGS_CLICKHOUSE_URL ?? '';
  if (url === '') return null;
  const clickhouse = new ClickhouseConnection(url);
  try {
    return await clickhouse.version();
  } finally {
    await clickhouse.close();
  }
}
