import type { SegmentProgress } from '@palisade/edge-state';
import { type LogBatch, recordCount } from './log-batch.ts';
import type { Sql } from './traffic-writer.ts';

interface SegmentRow {
  node_id: string;
  segment_id: string;
  next_index: string;
  done: boolean;
}

export interface SegmentState extends SegmentProgress {
  nodeId: string;
  segmentId: string;
}

/** The new part of a batch's records. */
export interface Admission {
  batch: LogBatch;
  /** Number at its beginning that were stored before. */
  skip: number;
}

/**
 * How far each segment is stored, in the same transaction as its records: that makes storing exactly-once, whatever the
 * bus repeats. A batch after a gap (the bus lost the one before it) is refused; the shipper, which sees no progress,
 * sends again from the gap on.
 */
export class Segments {
  readonly gaps: LogBatch[] = [];
  private readonly states = new Map<string, SegmentState>();

  /** Locks the segments of these batches until the end of the transaction. */
  async lock(sql: Sql, batches: readonly LogBatch[]): Promise<void> {
    const unique = new Map(batches.map((batch) => [keyOf(batch), batch]));
    const sorted = [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, batch]) => batch);
    const ids = [sorted.map((batch) => batch.nodeId), sorted.map((batch) => batch.segmentId)];
    await sql.query(
      `INSERT INTO segments (node_id, segment_id, next_index, done, updated_at)
       SELECT node_id, segment_id, 0, false, now() FROM unnest($1::text[], $2::text[]) AS s (node_id, segment_id)
       ON CONFLICT DO NOTHING`,
      ids,
    );
    const result = (await sql.query(
      `SELECT node_id, segment_id, next_index, done FROM segments
       WHERE (node_id, segment_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
       ORDER BY node_id, segment_id FOR UPDATE`,
      ids,
    )) as { rows: SegmentRow[] };
    for (const row of result.rows) {
      const state = {
        nodeId: row.node_id,
        segmentId: row.segment_id,
        nextIndex: Number(row.next_index),
        done: row.done,
      };
      this.states.set(keyOf(state), state);
    }
  }

  /** In the order of the batches; advances the segments by what is accepted. */
  admit(batches: readonly LogBatch[]): Admission[] {
    const admissions: Admission[] = [];
    for (const batch of batches) {
      const state = this.states.get(keyOf(batch))!;
      const end = batch.firstIndex + recordCount(batch);
      if (batch.firstIndex > state.nextIndex) {
        this.gaps.push(batch);
        continue;
      }
      if (end > state.nextIndex) {
        admissions.push({ batch, skip: state.nextIndex - batch.firstIndex });
        state.nextIndex = end;
      }
      if (batch.last && end === state.nextIndex) state.done = true;
    }
    return admissions;
  }

  async save(sql: Sql): Promise<void> {
    const states = this.progress();
    await sql.query(
      `UPDATE segments AS s SET next_index = n.next_index, done = n.done, updated_at = now()
       FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[]) AS n (node_id, segment_id, next_index, done)
       WHERE s.node_id = n.node_id AND s.segment_id = n.segment_id`,
      [
        states.map((state) => state.nodeId),
        states.map((state) => state.segmentId),
        states.map((state) => state.nextIndex),
        states.map((state) => state.done),
      ],
    );
  }

  /** Including segments with nothing new: a shipper that repeats has missed the confirmation. */
  progress(): SegmentState[] {
    return [...this.states.values()];
  }
}

function keyOf({ nodeId, segmentId }: { nodeId: string; segmentId: string }): string {
  return `${nodeId}\n${segmentId}`;
}
