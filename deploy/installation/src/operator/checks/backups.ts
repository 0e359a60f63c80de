import { ask } from '../base/database.ts';
import type { Installation } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { findPostgresTools } from '../base/postgres-tools.ts';
import { WAL_SLOT } from '../base/wal-slot.ts';
import { type Finding, failure, ok, warning } from './finding.ts';

const GIB = 2 ** 30;

/** The log that the server keeps for `palisade backup wal`. */
interface WaitingLog {
  /** `lost` and `unreserved`: unstored log is gone, or about to be removed. */
  status: string;
  bytes: number;
}

/** Whether backups can be made at all, before the night on which one is to be. */
export async function checkBackups({ postgresAdminUrl }: Installation): Promise<Finding[]> {
  if (postgresAdminUrl === null) return [];
  const [row] = await ask<{ number: string; status: string | null; bytes: string | null }>(
    postgresAdminUrl,
    `SELECT current_setting('server_version_num') AS number, wal_status AS status,
            pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) AS bytes
       FROM (VALUES (1)) AS one LEFT JOIN pg_replication_slots ON slot_name = $1`,
    [WAL_SLOT],
  );
  const { number, status, bytes } = row!;
  return [
    await judgeTools(Math.floor(Number(number) / 10_000), process.env),
    ...(status === null ? [] : [judgeWaitingLog({ status, bytes: Number(bytes) })]),
  ];
}

/** A warning only: they may be made by another machine, or by who runs the server. */
export async function judgeTools(major: number, environment: NodeJS.ProcessEnv): Promise<Finding> {
  try {
    const tools = await findPostgresTools(major, environment);
    return ok('backups.tools', `pg_dump ${tools.major} is here, for PostgreSQL ${major}`);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return warning(
      'backups.tools_missing',
      `palisade backup does not work here: ${error.message}`,
      error.todo,
    );
  }
}

export function judgeWaitingLog({ status, bytes }: WaitingLog): Finding {
  const text = `${(bytes / GIB).toFixed(1)} GiB of PostgreSQL’s log wait to be stored by palisade backup wal`;
  if (status === 'lost' || status === 'unreserved') {
    return failure(
      'backups.log_lost',
      'PostgreSQL throws log away that palisade backup wal has not stored',
      'Run palisade backup wal, and take a base backup; until then only moments before the gap can be restored.',
    );
  }
  return bytes > GIB
    ? warning(
        'backups.log_not_stored',
        text,
        'See that palisade backup wal runs and reaches its place: what waits takes room on the database’s disk.',
      )
    : ok('backups.log_stored', text);
}
