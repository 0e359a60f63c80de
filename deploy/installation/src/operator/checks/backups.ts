import { archivedServer } from '../backup/point-in-time/wal-archive.ts';
import { openStore } from '../backup/store/open-store.ts';
import { ask } from '../base/database.ts';
import type { Installation } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { findPostgresTools } from '../base/postgres-tools.ts';
import { WAL_SLOT } from '../base/wal-slot.ts';
import { describe, type Finding, failure, ok, warning } from './finding.ts';

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
    ...(await checkArchive(postgresAdminUrl, status !== null)),
  ];
}

/**
 * Whether the log that lies where `wal` stores it is this server's, and goes on: on another server, as after a restore or a new major
 * version, `wal` ends at once, and whoever relies on any moment has none.
 */
async function checkArchive(url: string, isKept: boolean): Promise<Finding[]> {
  const place = process.env.PALISADE_WAL_PLACE;
  if (place === undefined || place === '') return [];
  try {
    const archived = await archivedServer(await openStore(place, process.env));
    if (archived === null) return [];
    const [here] = await ask<{ system: string }>(
      url,
      'SELECT system_identifier::text AS system FROM pg_control_system()',
    );
    return judgeArchive(place, { isOurs: archived.system === here!.system, isKept });
  } catch (error) {
    return [
      warning(
        'backups.place_unreadable',
        `Whether the log in ${place} is of this server cannot be read: ${describe(error)}`,
        'See that PALISADE_WAL_PLACE is right and can be reached.',
      ),
    ];
  }
}

/** @param isKept whether the server keeps its log for `palisade backup wal` */
export function judgeArchive(
  place: string,
  { isOurs, isKept }: { isOurs: boolean; isKept: boolean },
): Finding[] {
  if (isOurs && isKept) return [];
  const what = isOurs
    ? `PostgreSQL keeps no log for palisade backup wal, which has stored some in ${place}`
    : `The log in ${place} is of another database server`;
  const first = isOurs
    ? 'Run palisade backup wal'
    : 'Name another PALISADE_WAL_PLACE, start palisade backup wal anew';
  return [
    failure(
      isOurs ? 'backups.log_not_kept' : 'backups.log_of_another',
      `${what}: no moment from now on can be restored`,
      `${first}, and take a base backup. Where whole backups are enough, remove the folder wal from ${place}.`,
    ),
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
