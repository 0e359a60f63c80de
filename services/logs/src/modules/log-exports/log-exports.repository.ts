import { Injectable } from '@nestjs/common';
import { affectedRows } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { Span } from '../log-store/log-store.port.ts';
import { KEPT_DAYS, SHARE_OF_ACCOUNT } from './export-size.rules.ts';
import type { ExportHolds, LogExportRow } from './log-export-row.types.ts';

export type NewExport = Pick<
  LogExportRow,
  | 'holds'
  | 'export_id'
  | 'owner_id'
  | 'domain_name'
  | 'site_ids'
  | 'format'
  | 'status'
  | 'filter'
  | 'from_at'
  | 'to_at'
> & { most_rows: number };

/** Why no further export may begin; `free`: it may. */
export type ExportRoom = 'free' | 'full' | 'account_full';

const UNFINISHED = `state IN ('waiting', 'running')`;
const MIB = 1024 ** 2;
const A_DAY = `interval '1 day'`;

/** Exports as their owners see them, and their deletion. */
@Injectable()
export class LogExportsRepository {
  constructor(private readonly database: DataSource) {}

  list(ownerId: string, holds: ExportHolds): Promise<LogExportRow[]> {
    return this.database.query(
      `SELECT * FROM log_exports WHERE owner_id = $1 AND holds = $2 AND expires_at > now()
       ORDER BY created_at DESC, export_id LIMIT 100`,
      [ownerId, holds],
    );
  }

  async find(ownerId: string, id: string): Promise<LogExportRow | null> {
    const [row]: LogExportRow[] = await this.database.query(
      `SELECT * FROM log_exports WHERE owner_id = $1 AND export_id = $2 AND holds = 'log' AND expires_at > now()`,
      [ownerId, id],
    );
    return row ?? null;
  }

  /**
   * @returns the limit that the owner has reached, by number at a time or per day.
   * @param replaced export that is deleted when the new one begins
   */
  add(
    values: NewExport,
    most: { kept: number; aDay: number },
    replaced: string | null = null,
  ): Promise<LogExportRow | 'kept' | 'aDay'> {
    return this.database.transaction(async (manager) => {
      // Two concurrent requests must not both create the last allowed one.
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('log-exports:' || $1, 0))`, [
        values.owner_id,
      ]);
      const [counted]: { exports: number }[] = await manager.query(
        `SELECT count(*)::int AS exports FROM log_exports
         WHERE owner_id = $1 AND holds = $2 AND expires_at > now() AND export_id IS DISTINCT FROM $3`,
        [values.owner_id, values.holds, replaced],
      );
      if ((counted?.exports ?? 0) >= most.kept) return 'kept';
      const [begun]: { starts: number }[] = await manager.query(
        `SELECT count(*)::int AS starts FROM log_export_starts
         WHERE owner_id = $1 AND holds = $2 AND started_at > now() - ${A_DAY}`,
        [values.owner_id, values.holds],
      );
      if ((begun?.starts ?? 0) >= most.aDay) return 'aDay';
      if (replaced !== null)
        await manager.query('DELETE FROM log_exports WHERE owner_id = $1 AND export_id = $2', [
          values.owner_id,
          replaced,
        ]);
      await manager.query('INSERT INTO log_export_starts (owner_id, holds) VALUES ($1, $2)', [
        values.owner_id,
        values.holds,
      ]);
      const columns = Object.entries({ ...values, filter: JSON.stringify(values.filter) });
      const [row]: LogExportRow[] = await manager.query(
        `INSERT INTO log_exports (${columns.map(([name]) => name).join(', ')}, expires_at)
         VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')}, now() + interval '${KEPT_DAYS} days')
         RETURNING *`,
        columns.map(([, value]) => value),
      );
      return row!;
    });
  }

  /** With its parts; an instance that is writing it notices at the next part. @returns false: it does not exist */
  async remove(ownerId: string, id: string, holds: ExportHolds): Promise<boolean> {
    const count = await affectedRows(
      this.database,
      'DELETE FROM log_exports WHERE owner_id = $1 AND export_id = $2 AND holds = $3',
      [ownerId, id, holds],
    );
    return count > 0;
  }

  async part(exportId: string, partNo: number): Promise<Buffer | null> {
    const [row]: { bytes: Buffer }[] = await this.database.query(
      'SELECT bytes FROM log_export_parts WHERE export_id = $1 AND part_no = $2',
      [exportId, partNo],
    );
    return row?.bytes ?? null;
  }

  /** Whether another export may begin: there is a total limit in MiB, and one per account. */
  async room(ownerId: string, mebibytes: number): Promise<ExportRoom> {
    const [row]: { all: string; own: string }[] = await this.database.query(
      `SELECT coalesce(sum(bytes), 0) AS all, coalesce(sum(bytes) FILTER (WHERE owner_id = $1), 0) AS own FROM log_exports`,
      [ownerId],
    );
    if (Number(row?.own) >= mebibytes * MIB * SHARE_OF_ACCOUNT) return 'account_full';
    return Number(row?.all) >= mebibytes * MIB ? 'full' : 'free';
  }

  /** Finished exports that have not been announced. */
  unannounced(limit: number): Promise<LogExportRow[]> {
    return this.database.query(
      `SELECT * FROM log_exports WHERE state = 'finished' AND NOT is_announced AND expires_at > now()
       ORDER BY finished_at LIMIT $1`,
      [limit],
    );
  }

  async announced(exportId: string): Promise<void> {
    await this.database.query('UPDATE log_exports SET is_announced = true WHERE export_id = $1', [exportId]);
  }

  /** Expired exports, and those that took too long. */
  async deleteExpired(): Promise<void> {
    await this.database.query(
      `UPDATE log_exports SET state = 'failed', finished_at = now(), expires_at = now() + interval '${KEPT_DAYS} days'
       WHERE ${UNFINISHED} AND expires_at <= now()`,
    );
    await this.database.query('DELETE FROM log_exports WHERE expires_at <= now()');
    await this.database.query(`DELETE FROM log_export_starts WHERE started_at <= now() - ${A_DAY}`);
  }

  async forgetOwner(ownerId: string): Promise<void> {
    await this.database.query('DELETE FROM log_exports WHERE owner_id = $1', [ownerId]);
    await this.database.query('DELETE FROM log_export_starts WHERE owner_id = $1', [ownerId]);
  }
}

/** Exports that may contain entries of a site within a time range: single entries cannot be removed from them. */
const HOLDING = '$1 = ANY(site_ids) AND from_at < $3 AND to_at > $2';

/** @returns how many there are */
export async function countExportsHolding(database: DataSource, siteId: string, span: Span): Promise<number> {
  const [row]: { exports: number }[] = await database.query(
    `SELECT count(*)::int AS exports FROM log_exports WHERE ${HOLDING}`,
    [siteId, new Date(span.fromMs), new Date(span.toMs)],
  );
  return row?.exports ?? 0;
}

/** @returns how many were deleted */
export async function deleteExportsHolding(
  database: DataSource,
  siteId: string,
  span: Span,
): Promise<number> {
  const count = await affectedRows(database, `DELETE FROM log_exports WHERE ${HOLDING}`, [
    siteId,
    new Date(span.fromMs),
    new Date(span.toMs),
  ]);
  return count;
}
