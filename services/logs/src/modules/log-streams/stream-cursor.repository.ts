import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { affectedRows, queryRows } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { StoredChunk } from '../log-store/log-store.port.ts';
import type { StreamRow } from './stream-row.types.ts';
import type { StreamFailure } from './targets/stream-target.types.ts';

export interface ChunkRow extends StoredChunk {
  position: string;
  rows: number;
  bytes: number;
}

/** A stream that this instance has claimed, until it releases it or dies. */
export interface ClaimedStream extends StreamRow {
  claim: string;
}

export interface FailedAttempt {
  code: StreamFailure;
  status: number | null;
  answer: string;
  afterMs: number;
}

/** Validity of a claim; longer than a batch may take. After it another instance takes over from one that died. */
const CLAIM_SECONDS = 120;
/** Maximum chunks examined for one batch. */
const MAX_CHUNKS = 1_000;
/** How long chunks are kept for a target that does not respond; its stream then continues without them. */
export const KEPT_DAYS = 3;

/** Maximum of a bigint. */
const LAST_POSITION = '9223372036854775807';
const FOLLOWED = '(s.site_no IS NULL OR s.site_no = c.site_no)';
/** Live views read a chunk within a second, or not at all. */
const SHOWN_LIVE = `c.stored_at > now() - interval '1 minute'
  AND EXISTS (SELECT 1 FROM live_tails t WHERE t.site_no = c.site_no AND t.until > now())`;

/** Positions of streams among the stored chunks. The database is the source of truth, whichever instance acts. */
@Injectable()
export class StreamCursorRepository {
  constructor(private readonly database: DataSource) {}

  /** The stream with pending records that has waited longest. @param busyOwners owners at their maximum */
  async claim(busyOwners: readonly string[]): Promise<ClaimedStream | null> {
    const waiting = `SELECT c.stored_at FROM stored_chunks c WHERE c.position > s.position`;
    // An UPDATE with RETURNING returns [rows, count].
    const rows = await queryRows<ClaimedStream>(
      this.database,
      `UPDATE log_streams SET claim = $1, claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
       WHERE stream_id = (
         SELECT s.stream_id FROM log_streams s
         WHERE s.is_active AND s.next_at <= now() AND s.claimed_until <= now()
           AND NOT coalesce(s.owner_id::text, '') = ANY($2)
           AND (s.pending_position IS NOT NULL OR now() - make_interval(secs => s.gather_seconds) >= CASE
             WHEN s.site_no IS NULL THEN (${waiting} ORDER BY c.position LIMIT 1)
             ELSE (${waiting} AND c.site_no = s.site_no ORDER BY c.position LIMIT 1) END)
         ORDER BY s.next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING *`,
      [randomUUID(), busyOwners],
    );
    return rows[0] ?? null;
  }

  /** The chunks of the next batch, in order: at least one if there is any, and as many as fit the bounds. */
  async nextChunks(stream: StreamRow, most: { rows: number; bytes: number }): Promise<ChunkRow[]> {
    const found: ChunkRow[] = await this.database.query(
      `SELECT position, chunk_no, site_no, from_at, to_at, rows, bytes FROM stored_chunks
       WHERE position > $1 AND position <= $2 ${stream.site_no === null ? '' : 'AND site_no = $3'}
       ORDER BY position LIMIT ${MAX_CHUNKS}`,
      [
        stream.position,
        stream.pending_position ?? '9223372036854775807',
        ...(stream.site_no === null ? [] : [stream.site_no]),
      ],
    );
    if (stream.pending_position !== null) return found;
    const taken: ChunkRow[] = [];
    let [rows, bytes] = [0, 0];
    for (const chunk of found) {
      rows += chunk.rows;
      bytes += chunk.bytes;
      if (taken.length > 0 && (rows > most.rows || bytes > most.bytes)) break;
      taken.push(chunk);
    }
    return taken;
  }

  /**
   * Records a batch before it is sent, so that a repeat, by whichever instance, is the same batch.
   * @returns false: another instance has the claim
   */
  intend({ stream_id, claim }: ClaimedStream, untilPosition: string): Promise<boolean> {
    return this.step(
      `UPDATE log_streams SET pending_position = $3,
         claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS})
       WHERE stream_id = $1 AND claim = $2`,
      [stream_id, claim, untilPosition],
    );
  }

  /**
   * Records that the target has received the batch.
   * @returns false: another instance has the claim
   */
  acknowledge(
    { stream_id, claim }: ClaimedStream,
    untilPosition: string,
    { records, bytes, rejected }: { records: number; bytes: number; rejected: number },
  ): Promise<boolean> {
    return this.step(
      `UPDATE log_streams SET position = $3, pending_position = NULL, failures = 0, last_error = NULL, last_status = NULL,
         last_answer = '', last_delivered_at = CASE WHEN $4 > 0 THEN now() ELSE last_delivered_at END,
         delivered_records = delivered_records + $4, delivered_bytes = delivered_bytes + $5,
         lost_records = lost_records + $6
       WHERE stream_id = $1 AND claim = $2`,
      [stream_id, claim, untilPosition, records, bytes, rejected],
    );
  }

  failed(
    { stream_id, claim }: ClaimedStream,
    { code, status, answer, afterMs }: FailedAttempt,
  ): Promise<boolean> {
    return this.step(
      `UPDATE log_streams SET failures = failures + 1, last_error = $3, last_status = $4, last_answer = $5,
         last_failed_at = now(), next_at = now() + make_interval(secs => $6), claim = NULL, claimed_until = '-infinity'
       WHERE stream_id = $1 AND claim = $2`,
      [stream_id, claim, code, status, answer, afterMs / 1000],
    );
  }

  /** @param afterMs pause before the stream is checked again */
  async release({ stream_id, claim }: ClaimedStream, afterMs: number): Promise<void> {
    await this.step(
      `UPDATE log_streams SET claim = NULL, claimed_until = '-infinity', next_at = now() + make_interval(secs => $3)
       WHERE stream_id = $1 AND claim = $2`,
      [stream_id, claim, afterMs / 1000],
    );
  }

  /**
   * Deletes chunks that all streams have sent, and those older than the retention; streams that had not sent them count
   * them as lost.
   */
  async forget(): Promise<void> {
    // The instance that stores records for live views deletes them as it goes; what is left is from before the last
    // view closed.
    await this.database.query(`DELETE FROM fresh_records WHERE stored_at < now() - interval '10 seconds'`);
    const expired = `c.stored_at < now() - interval '${KEPT_DAYS} days'`;
    await this.database.transaction(async (manager) => {
      await manager.query(
        `UPDATE log_streams l SET lost_records = l.lost_records + lost.rows, position = lost.until, pending_position = NULL
         FROM (SELECT s.stream_id, sum(c.rows) AS rows, max(c.position) AS until
               FROM log_streams s JOIN stored_chunks c ON ${FOLLOWED} AND c.position > s.position
               WHERE ${expired} GROUP BY s.stream_id) lost
         WHERE l.stream_id = lost.stream_id`,
      );
      await manager.query(`DELETE FROM stored_chunks c WHERE ${expired}`);
      // A stream of all sites needs every chunk behind its position: checking each one would read days of an
      // installation's log every time.
      const [row]: { until: string }[] = await manager.query(
        `SELECT coalesce(min(position), ${LAST_POSITION}) AS until FROM log_streams WHERE site_no IS NULL`,
      );
      await manager.query(
        `DELETE FROM stored_chunks c WHERE c.position <= $1
           AND NOT EXISTS (SELECT 1 FROM log_streams s WHERE s.site_no = c.site_no AND s.position < c.position)
           AND NOT (${SHOWN_LIVE})`,
        [row!.until],
      );
    });
  }

  private async step(statement: string, values: unknown[]): Promise<boolean> {
    const count = await affectedRows(this.database, statement, values);
    return count === 1;
  }
}
