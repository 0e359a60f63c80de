import { Injectable } from '@nestjs/common';
import { affectedRows, queryRows, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import type { AnnouncedStream } from './stream-announcer.service.ts';
import type { StreamSums } from './stream-metrics.service.ts';
import type { StreamRow } from './stream-row.types.ts';

/** A stream with its backlog. */
export interface ListedStream extends StreamRow {
  waiting: string;
  lag_seconds: number | null;
}

const WAITING = `
  LEFT JOIN LATERAL (
    SELECT coalesce(sum(rows), 0) AS waiting, extract(epoch FROM now() - min(stored_at))::float8 AS lag_seconds
    FROM stored_chunks c WHERE c.position > s.position AND (s.site_no IS NULL OR c.site_no = s.site_no)
  ) w ON true`;
/** Age of the oldest pending record: reads one chunk, while `WAITING` sums all of them. */
const LAG = `
  LEFT JOIN LATERAL (
    SELECT extract(epoch FROM now() - CASE
      WHEN s.site_no IS NULL THEN (SELECT stored_at FROM stored_chunks c WHERE c.position > s.position ORDER BY c.position LIMIT 1)
      ELSE (SELECT stored_at FROM stored_chunks c WHERE c.position > s.position AND c.site_no = s.site_no ORDER BY c.position LIMIT 1)
      END)::float8 AS lag_seconds
  ) w ON true`;
/** Condition on the owner; the operator's streams have none. */
const OWNED = 's.owner_id IS NOT DISTINCT FROM $1';

export type NewStream = Pick<
  StreamRow,
  | 'stream_id'
  | 'owner_id'
  | 'site_id'
  | 'site_no'
  | 'site_name'
  | 'name'
  | 'kind'
  | 'hint'
  | 'target_sealed'
  | 'secret_sealed'
  | 'format'
  | 'filter'
  | 'sample_percent'
> & { gather_seconds: number };

export type StreamChange = Partial<
  Pick<
    StreamRow,
    | 'name'
    | 'hint'
    | 'target_sealed'
    | 'secret_sealed'
    | 'previous_secret_sealed'
    | 'previous_secret_until'
    | 'format'
    | 'filter'
    | 'sample_percent'
    | 'is_active'
  >
>;

@Injectable()
export class LogStreamsRepository {
  constructor(private readonly database: DataSource) {}

  list(ownerId: string | null, most: number): Promise<ListedStream[]> {
    return this.database.query(
      `SELECT s.*, w.* FROM log_streams s ${WAITING} WHERE ${OWNED} ORDER BY s.created_at, s.stream_id LIMIT ${most}`,
      [ownerId],
    );
  }

  async find(ownerId: string | null, id: string): Promise<ListedStream | null> {
    const [row]: ListedStream[] = await this.database.query(
      `SELECT s.*, w.* FROM log_streams s ${WAITING} WHERE ${OWNED} AND s.stream_id = $2`,
      [ownerId, id],
    );
    return row ?? null;
  }

  /**
   * Adds a stream, which sends what is stored from now on.
   * @param tell called before the commit
   * @returns false if the maximum is reached
   */
  add(stream: NewStream, most: number, tell: () => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      if ((await lockedCount(manager, stream.owner_id)) >= most) return false;
      const values = { ...stream, filter: JSON.stringify(stream.filter) };
      const columns = Object.keys(values);
      await manager.query(
        `INSERT INTO log_streams (${columns.join(', ')}, position)
         SELECT ${columns.map((_, index) => `$${index + 1}`).join(', ')}, coalesce(last_value, 0)
         FROM pg_sequences WHERE schemaname = current_schema() AND sequencename = 'stored_chunks_position_seq'`,
        Object.values(values),
      );
      await tell();
      return true;
    });
  }

  /**
   * Changes a stream; pending retries start at once.
   * @param tell called before the commit
   * @returns false: there is no such stream
   */
  change(
    ownerId: string | null,
    id: string,
    change: StreamChange,
    tell: () => Promise<void>,
  ): Promise<boolean> {
    const values = { ...change, ...(change.filter && { filter: JSON.stringify(change.filter) }) };
    const sets = Object.keys(values).map((column, index) => `${column} = $${index + 3}`);
    // A stream that its owner has switched on or off stays that way.
    if (change.is_active !== undefined) sets.push('paused_by_plan = false');
    return this.changeOne(
      `UPDATE log_streams s SET ${[...sets, 'next_at = now()'].join(', ')} WHERE ${OWNED} AND s.stream_id = $2`,
      [ownerId, id, ...Object.values(values)],
      tell,
    );
  }

  /**
   * @param tell called before the commit
   * @returns false: there is no such stream
   */
  remove(ownerId: string | null, id: string, tell: () => Promise<void>): Promise<boolean> {
    return this.changeOne(
      `DELETE FROM log_streams s WHERE ${OWNED} AND s.stream_id = $2`,
      [ownerId, id],
      tell,
    );
  }

  private changeOne(sql: string, values: unknown[], tell: () => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const count = await affectedRows(manager, sql, values);
      if (count > 0) await tell();
      return count > 0;
    });
  }

  /** Number of the owner's other active streams. */
  async activeBeside(ownerId: string, id: string): Promise<number> {
    const [counted]: { streams: number }[] = await this.database.query(
      'SELECT count(*)::int AS streams FROM log_streams WHERE owner_id = $1 AND is_active AND stream_id <> $2',
      [ownerId, id],
    );
    return counted?.streams ?? 0;
  }

  /** Owners with streams that are active, or paused by their plan, ordered by id. */
  async ownersToFit(after: string, limit: number): Promise<UserId[]> {
    const rows: { owner_id: UserId }[] = await this.database.query(
      `SELECT DISTINCT owner_id FROM log_streams WHERE (is_active OR paused_by_plan) AND owner_id > $1
        ORDER BY owner_id LIMIT ${limit}`,
      [after],
    );
    return rows.map(({ owner_id }) => owner_id);
  }

  /**
   * Limits the active streams to what the plan allows: active ones first, then the oldest. Streams paused by the owner
   * stay paused.
   * @param tell called for each stream before it is paused
   * @returns how many were paused or resumed
   */
  fitToPlan(
    ownerId: string,
    most: number,
    tell: (stream: AnnouncedStream) => Promise<void>,
  ): Promise<number> {
    return this.database.transaction(async (manager) => {
      const changed = await queryRows<AnnouncedStream & Pick<StreamRow, 'is_active'>>(
        manager,
        `UPDATE log_streams s SET is_active = fit.runs, paused_by_plan = NOT fit.runs,
                next_at = CASE WHEN fit.runs THEN now() ELSE s.next_at END
           FROM (SELECT stream_id, row_number() OVER (ORDER BY is_active DESC, created_at, stream_id) <= $2 AS runs
                   FROM log_streams WHERE owner_id = $1 AND (is_active OR paused_by_plan)) fit
          WHERE s.stream_id = fit.stream_id AND s.is_active <> fit.runs
         RETURNING s.*`,
        [ownerId, most],
      );
      for (const stream of changed) if (!stream.is_active) await tell(stream);
      return changed.length;
    });
  }

  async forgetOwner(ownerId: string): Promise<void> {
    await this.database.query('DELETE FROM log_streams WHERE owner_id = $1', [ownerId]);
  }

  /** By kind, for the metrics. */
  sums(): Promise<StreamSums[]> {
    return this.database.query(
      `SELECT s.kind, count(*) FILTER (WHERE s.is_active AND s.failures = 0)::int AS active,
         count(*) FILTER (WHERE s.is_active AND s.failures > 0)::int AS failing,
         count(*) FILTER (WHERE NOT s.is_active)::int AS paused,
         coalesce(max(w.lag_seconds) FILTER (WHERE s.is_active), 0)::float8 AS lag
       FROM log_streams s ${LAG} GROUP BY s.kind`,
    );
  }
}

async function lockedCount(manager: EntityManager, ownerId: string | null): Promise<number> {
  // Two concurrent requests must not both create the last allowed one.
  await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('log-streams:' || $1, 0))`, [
    ownerId ?? '',
  ]);
  const [counted]: { streams: number }[] = await manager.query(
    `SELECT count(*)::int AS streams FROM log_streams s WHERE ${OWNED}`,
    [ownerId],
  );
  return counted?.streams ?? 0;
}
