import type { Installation } from '../base/installation.ts';
import { builtModule } from '../base/workspace.ts';
import { describe, type Finding, failure, ok } from './finding.ts';

export const CLICKHOUSE_MODULE = 'services/logs/dist/tools/clickhouse-version.js';

interface ClickhouseTool {
  clickhouseVersion(environment: NodeJS.ProcessEnv): Promise<string | null>;
}

export async function checkClickhouse({ settings }: Installation): Promise<Finding[]> {
  const { clickhouseVersion } = await builtModule<ClickhouseTool>(CLICKHOUSE_MODULE);
  try {
    const version = await clickhouseVersion(settings.logs);
    if (version === null) return [ok('clickhouse.not_used', 'request logs are in PostgreSQL')];
    return [ok('clickhouse.reachable', `ClickHouse ${version} answers`)];
  } catch (error) {
    return [
      failure(
        'clickhouse.unreachable',
        `ClickHouse does not answer: ${describe(error)}`,
        'See that the server of PALISADE_LOGS_CLICKHOUSE_URL runs, and that its user, password and database are as the address says.',
      ),
    ];
  }
}
