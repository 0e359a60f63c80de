// For `palisade move-logs`: moves request logs into the store that the service writes to.
import { loadConfig, openDatabase } from '@palisade/nest-kit';
import { logToolFields } from '../config/config.ts';
import { databaseOptions } from '../database/database.ts';
import { BlockOutbox } from '../modules/log-store/clickhouse/block-outbox.ts';
import { ClickhouseConnection } from '../modules/log-store/clickhouse/clickhouse-connection.ts';
import { type LogStoreName, moveLogs } from '../modules/log-store/move/log-move.ts';

export interface MoveRequest {
  to: LogStoreName;
  accept: boolean;
  note(text: string): void;
}

export interface MoveResult {
  days: number;
  records: bigint;
  /** One line per difference. */
  differences: string[];
}

/** @param environment the service's, with ClickHouse's URL in both directions */
export async function move(
  environment: NodeJS.ProcessEnv,
  { to, accept, note }: MoveRequest,
): Promise<MoveResult> {
  const config = loadConfig(logToolFields, environment);
  const database = await openDatabase(databaseOptions(config));
  const cluster = config.PALISADE_LOGS_CLICKHOUSE_CLUSTER;
  // On a cluster its tables cannot be renamed on all servers at once.
  if (cluster !== '' && to === 'postgresql') throw new Error('logs do not move from a cluster to PostgreSQL');
  const clickhouse = new ClickhouseConnection(config.PALISADE_LOGS_CLICKHOUSE_URL, {
    cluster,
    storagePolicy: config.PALISADE_LOGS_CLICKHOUSE_STORAGE_POLICY,
  });
  const outbox = new BlockOutbox(database, clickhouse);
  try {
    const { days, records, differences } = await moveLogs({ database, clickhouse, outbox, note }, to, accept);
    const lines = differences.map(
      ({ dayMs, siteNo, what, expected, found }) =>
        `${new Date(dayMs).toISOString().slice(0, 10)}, site ${siteNo}: ${found} ${NAMES[what]} instead of ${expected}`,
    );
    return { days, records, differences: lines };
  } finally {
    await outbox.close();
    await clickhouse.close();
    await database.destroy();
  }
}

const NAMES = {
  records: 'records',
  counted: 'requests by status',
  facetRequests: 'requests in counts by the hour',
  facetBytes: 'bytes in counts by the hour',
} as const;
