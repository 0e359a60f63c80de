import pg from 'pg';
import { ask } from '../../base/database.ts';
import { OperatorError } from '../../base/operator-error.ts';
import { WAL_SLOT } from '../../base/wal-slot.ts';
import type { Server } from './wal-archive.ts';

/** The server's current state, if its log may be read. @throws OperatorError `replication_refused` */
export async function replicatedServer(url: string): Promise<Server & { major: number }> {
  const [row] = await ask<{ may: boolean; level: string; number: string; bytes: string; system: string }>(
    url,
    `SELECT (SELECT rolsuper OR rolreplication FROM pg_roles WHERE rolname = current_user) AS may,
            current_setting('wal_level') AS level, current_setting('server_version_num') AS number,
            (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS bytes,
            (SELECT system_identifier::text FROM pg_control_system()) AS system`,
  ).catch((error: unknown) => {
    // Managed servers do not even reveal their system identifier.
    if ((error as pg.DatabaseError).code === '42501') throw refused(error);
    throw error;
  });
  if (row === undefined || !row.may || row.level === 'minimal') throw refused(undefined);
  return {
    major: Math.floor(Number(row.number) / 10_000),
    segmentBytes: Number(row.bytes),
    system: row.system,
  };
}

/** What PostgreSQL's own programs say where they are not let in for replication. */
export function throwExplained(error: unknown): never {
  const isRefused =
    error instanceof OperatorError &&
    error.code === 'postgres_tool_failed' &&
    /no pg_hba\.conf entry for replication|permission denied to start WAL sender|must be superuser or replication role/.test(
      error.message,
    );
  throw isRefused ? refused(error) : error;
}

const refused = (cause: unknown): OperatorError =>
  new OperatorError(
    'replication_refused',
    'The server lets nobody read its write-ahead log (a role with REPLICATION, a line "host replication" in pg_hba.conf, wal_level of replica or more).',
    'Where others run the server (RDS, Cloud SQL, CloudNativePG), restoring to a point in time is theirs: turn it on there. palisade backup without --base works everywhere.',
    { cause },
  );

export interface Mark {
  /** Everything committed by then is in the log before `end`. */
  at: Date;
  /** Where the segment that holds it ends. */
  end: bigint;
  timeline: number;
}

/**
 * A commit at which recovery can stop, even if nobody has written anything; the segment is closed after it. The time is
 * taken before the commit, so a requested time up to it is always followed by a commit.
 */
export async function mark(
  url: string,
  segmentBytes: number,
  between: (at: Date) => Promise<void>,
): Promise<Mark> {
  const [now] = await ask<{ at: Date }>(url, `SELECT date_trunc('milliseconds', clock_timestamp()) AS at`);
  const { at } = now!;
  await between(at);
  await ask(url, `SELECT pg_logical_emit_message(true, 'palisade', 'mark')`);
  const [row] = await ask<{ end: string; file: string }>(
    url,
    `SELECT pg_switch_wal() AS end, substring(pg_walfile_name(pg_current_wal_lsn()) for 8) AS file`,
  );
  const [log, place] = row!.end.split('/').map((part) => BigInt(`0x${part}`)) as [bigint, bigint];
  const size = BigInt(segmentBytes);
  const last = ((log << 32n) | place) - 1n;
  return { at, end: (last / size + 1n) * size, timeline: Number.parseInt(row!.file, 16) };
}

/**
 * pg_receivewal takes a folder with no more than segment 0 for an empty one, and begins at the end of the log: so nothing of ours is to be
 * in segment 1.
 */
export const FIRST_SEGMENT = 2n;

export async function leaveFirstSegment(url: string, segmentBytes: number): Promise<void> {
  const [row] = await ask<{ bytes: string }>(url, `SELECT pg_current_wal_lsn() - '0/0' AS bytes`);
  if (BigInt(row!.bytes) / BigInt(segmentBytes) >= FIRST_SEGMENT) return;
  await ask(url, `SELECT pg_logical_emit_message(true, 'palisade', 'mark')`);
  await ask(url, 'SELECT pg_switch_wal()');
}

/** From where on the server keeps its log for us. */
export async function keptFrom(url: string): Promise<string> {
  const slot = async () =>
    (
      await ask<{ lsn: string | null; status: string | null }>(
        url,
        'SELECT restart_lsn::text AS lsn, wal_status AS status FROM pg_replication_slots WHERE slot_name = $1',
        [WAL_SLOT],
      )
    )[0];
  let found = await slot();
  if (found?.status === 'lost') {
    // The server has removed segments that were not fetched: shipping starts anew, followed by a base backup.
    await ask(url, 'SELECT pg_drop_replication_slot($1)', [WAL_SLOT]);
    found = undefined;
  }
  if (found === undefined) {
    await ask(url, 'SELECT pg_create_physical_replication_slot($1, true)', [WAL_SLOT]);
    found = await slot();
  }
  return found!.lsn!;
}

/** Commits after a base backup would be lost as soon as the server recycles its log. */
export async function refuseWithoutLog(url: string): Promise<void> {
  if (!(await isLogStored(url))) throw logNotStored('any place');
}

/** Wherever that is. */
export async function isLogStored(url: string): Promise<boolean> {
  const slots = await ask(url, 'SELECT 1 FROM pg_replication_slots WHERE slot_name = $1', [WAL_SLOT]);
  return slots.length > 0;
}

/** A base backup and its log are restored from one place, with one passphrase. */
export const logNotStored = (place: string): OperatorError =>
  new OperatorError(
    'log_not_stored',
    `Nobody stores the server’s log in ${place}: no moment behind a base backup could be restored.`,
    'Run palisade backup wal --to PLACE first, and go on with it.',
  );

export async function letGo(url: string, until: string): Promise<void> {
  await ask(url, 'SELECT pg_replication_slot_advance($1, $2)', [WAL_SLOT, until]);
}
