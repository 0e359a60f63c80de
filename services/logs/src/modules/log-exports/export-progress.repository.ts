import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { queryRows } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { LogPosition } from '../log-store/log-row.types.ts';
import { KEPT_DAYS } from './export-size.rules.ts';
import type { LogExportRow } from './log-export-row.types.ts';

/** An export that this instance has claimed, until it releases it or dies. */
export interface ClaimedExport extends LogExportRow {
  claim: string;
}

export interface ExportPart {
  /** A gzip member; null where nothing was found so far. */
  bytes: Buffer | null;
  rows: number;
  /** Position to continue from; null: this is the last part. */
  next: LogPosition | null;
  isWhole: boolean;
}

/** Longer than a part may take; after it another instance takes over from one that died. */
const CLAIM_SECONDS = 120;
/** Delay before a failed export is retried: the first, and the longest. */
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 3_600;
const CLAIMED = 'export_id = $1 AND claim = $2';

/** Progress of exports. The database is the source of truth, whichever instance acts. */
@Injectable()
export class ExportProgressRepository {
  constructor(private readonly database: DataSource) {}

  /** The export that has waited longest, of an owner without another one in progress. */
  async claim(): Promise<ClaimedExport | null> {
    // An UPDATE with RETURNING returns [rows, count].
    const rows = await queryRows<ClaimedExport>(
      this.database,
      `UPDATE log_exports SET state = 'running', claim = $1, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
       WHERE export_id = (
         SELECT e.export_id FROM log_exports e
         WHERE e.state IN ('waiting', 'running') AND e.next_at <= now() AND e.claimed_until <= now()
           AND NOT EXISTS (SELECT FROM log_exports o WHERE o.owner_id = e.owner_id AND o.claimed_until > now())
         ORDER BY e.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [randomUUID()],
    );
    return rows[0] ?? null;
  }

  /**
   * Stores the part and the export's position together. @returns null: it was cancelled, or claimed by another instance
   */
  add({ export_id, claim, parts }: ClaimedExport, part: ExportPart): Promise<ClaimedExport | null> {
    return this.database.transaction(async (manager) => {
      const isLast = part.next === null;
      const rows = await queryRows<ClaimedExport>(
        manager, // An export that restarts after each failure makes no progress with a part.
        `UPDATE log_exports SET rows = rows + $3, bytes = bytes + $4, parts = parts + $5, position_at = $6, position_id = $7,
           failures = CASE holds WHEN 'log' THEN 0 ELSE failures END, is_whole = $8, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
           ${isLast ? `, state = 'finished', finished_at = now(), expires_at = now() + interval '${KEPT_DAYS} days'` : ''}
         WHERE ${CLAIMED} RETURNING *`,
        [
          export_id,
          claim,
          part.rows,
          part.bytes?.length ?? 0,
          part.bytes === null ? 0 : 1,
          part.next?.receivedAt ?? null,
          part.next?.requestId ?? null,
          part.isWhole,
        ],
      );
      const row = rows[0];
      if (row !== undefined && part.bytes !== null)
        await manager.query('INSERT INTO log_export_parts (export_id, part_no, bytes) VALUES ($1, $2, $3)', [
          export_id,
          parts,
          part.bytes,
        ]);
      return row ?? null;
    });
  }

  /**
   * From the beginning: parts written so far are deleted. @returns null: it was cancelled, or claimed by another
   * instance
   */
  restart({ export_id, claim }: ClaimedExport): Promise<ClaimedExport | null> {
    return this.database.transaction(async (manager) => {
      const rows = await queryRows<ClaimedExport>(
        manager,
        `UPDATE log_exports SET rows = 0, bytes = 0, parts = 0, position_at = NULL, position_id = NULL
         WHERE ${CLAIMED} RETURNING *`,
        [export_id, claim],
      );
      const row = rows[0];
      if (row !== undefined)
        await manager.query('DELETE FROM log_export_parts WHERE export_id = $1', [export_id]);
      return row ?? null;
    });
  }

  /** Releases it; it continues after so long. */
  async release({ export_id, claim }: ClaimedExport, afterMs: number): Promise<void> {
    await this.database.query(
      `UPDATE log_exports SET claim = NULL, claimed_until = '-infinity', next_at = now() + make_interval(secs => $3)
       WHERE ${CLAIMED}`,
      [export_id, claim, afterMs / 1000],
    );
  }

  /** Retries it after a delay, doubled each time; gives up after too many consecutive failures. */
  async failed({ export_id, claim }: ClaimedExport, most: number): Promise<void> {
    await this.database.query(
      `UPDATE log_exports SET failures = failures + 1, claim = NULL, claimed_until = '-infinity',
         next_at = now() + make_interval(secs => least(${FIRST_PAUSE_SECONDS} * 2 ^ failures, ${MAX_PAUSE_SECONDS})),
         state = CASE WHEN failures + 1 >= $3 THEN 'failed' ELSE state END
       WHERE ${CLAIMED}`,
      [export_id, claim, most],
    );
  }
}
