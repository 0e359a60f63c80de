import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LogPosition } from '../log-store/log-row.types.ts';
import { KEPT_DAYS } from './export-size.rules.ts';
import type { LogExportRow } from './log-export-row.types.ts';

/** An export that this instance alone writes, until it gives it back or dies. */
export interface ClaimedExport extends LogExportRow {
  claim: string;
}

export interface ExportPart {
  /** A gzip member; null where nothing was found so far. */
  bytes: Buffer | null;
  rows: number;
  /** Where to go on; null: this is the last. */
  next: LogPosition | null;
  isWhole: boolean;
}

/** Longer than a part may take; an instance that dies is taken over from after so long. */
const CLAIM_SECONDS = 120;
/** Of what has failed, before it is tried again: the first pause, and the longest. */
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 3_600;
const CLAIMED = 'export_id = $1 AND claim = $2';

/** How far exports have come. Every step is decided in the database, whichever instance makes it. */
@Injectable()
export class ExportProgressRepository {
  constructor(private readonly database: DataSource) {}

  /** The one that has waited longest, of an owner of whom none is being written. */
  async claim(): Promise<ClaimedExport | null> {
    // An UPDATE with RETURNING answers [rows, count].
    const [rows]: [ClaimedExport[], number] = await this.database.query(
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

  /** The part and where its export stands, together. @returns null: it was cancelled, or is another's by now */
  add({ export_id, claim, parts }: ClaimedExport, part: ExportPart): Promise<ClaimedExport | null> {
    return this.database.transaction(async (manager) => {
      const isLast = part.next === null;
      const [rows]: [ClaimedExport[], number] = await manager.query(
        // One that begins anew after each failure has come no further by a part.
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

  /** From its beginning: what was written of it goes. @returns null: it was cancelled, or is another's by now */
  restart({ export_id, claim }: ClaimedExport): Promise<ClaimedExport | null> {
    return this.database.transaction(async (manager) => {
      const [rows]: [ClaimedExport[], number] = await manager.query(
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

  /** Gives it back: it goes on after so long. */
  async release({ export_id, claim }: ClaimedExport, afterMs: number): Promise<void> {
    await this.database.query(
      `UPDATE log_exports SET claim = NULL, claimed_until = '-infinity', next_at = now() + make_interval(secs => $3)
       WHERE ${CLAIMED}`,
      [export_id, claim, afterMs / 1000],
    );
  }

  /** It is tried again after a pause, twice as long each time, or, after so many failures in a row, no more. */
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
