import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { HOUR_MS } from '../ingest/roll-ups.rules.ts';
import { LOG_COLUMNS, type LogRow } from './log-entry.rules.ts';

export type StatusFilter = 'blocked' | 'allowed' | null;

/** A row that was the last of a page: the next page begins behind it. */
export interface LogPosition {
  receivedAt: Date;
  requestId: string;
}

const DAY_MS = 24 * HOUR_MS;
/** Few partitions first: most dashboards have enough in the last hour, and planning over all of them costs milliseconds. */
const WINDOWS_MS = [HOUR_MS, DAY_MS, 8 * DAY_MS, 401 * DAY_MS];
const SKEW_MS = 10 * 60_000;
/** Between a request's first byte and the making of its id, on the same edge. */
const ID_SKEW_MS = 5_000;

/** A UUIDv7 begins with its moment. */
const madeAtMs = (requestId: string): number => Number.parseInt(requestId.replace('-', '').slice(0, 12), 16);

@Injectable()
export class RequestLogsRepository {
  constructor(private readonly database: DataSource) {}

  /** The newest rows of these sites, newest first; with `after`, the newest of those behind it. */
  async newest(
    siteNos: readonly number[],
    filter: StatusFilter,
    limit: number,
    nowMs: number,
    after: LogPosition | null = null,
  ): Promise<LogRow[]> {
    if (siteNos.length === 0) return [];
    const begin = after?.receivedAt.getTime() ?? nowMs;
    let rows: LogRow[] = [];
    for (const window of WINDOWS_MS) {
      rows = await this.walk(siteNos, filter, limit, [begin - window, nowMs + SKEW_MS], after);
      if (rows.length >= limit) break;
    }
    return rows;
  }

  /** The rows of a window after a row of the page before, newest first. */
  page(
    siteNos: readonly number[],
    filter: StatusFilter,
    fromMs: number,
    toMs: number,
    after: LogPosition | null,
    limit: number,
  ): Promise<LogRow[]> {
    return this.walk(siteNos, filter, limit, [fromMs, toMs], after);
  }

  /** The row of a request whose id, a UUIDv7, says when it was; `null` while it is not stored. */
  async byRequestId(siteNo: number, requestId: string): Promise<LogRow | null> {
    const atMs = madeAtMs(requestId);
    const columns = LOG_COLUMNS.join(', ');
    // As the partial indexes say it.
    const kinds = ['blocked', 'NOT blocked'].map(
      (kind) => `
        SELECT ${columns} FROM request_logs
        WHERE site_no = $1 AND ${kind} AND received_at >= $2 AND received_at <= $3 AND request_id = $4`,
    );
    const rows: LogRow[] = await this.database.query(`${kinds.join(' UNION ALL ')} LIMIT 1`, [
      siteNo,
      new Date(atMs - ID_SKEW_MS).toISOString(),
      new Date(atMs + ID_SKEW_MS).toISOString(),
      requestId,
    ]);
    return rows[0] ?? null;
  }

  /** Of requests whose ids say when they were, those that were refused and are stored, in no order. */
  async refusedRequests(wanted: readonly { siteNo: number; requestId: string }[]): Promise<LogRow[]> {
    if (wanted.length === 0) return [];
    const at = (id: string, skewMs: number) => new Date(madeAtMs(id) + skewMs).toISOString();
    const columns = LOG_COLUMNS.map((column) => `l.${column}`).join(', ');
    return await this.database.query(
      `SELECT l.* FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::timestamptz[])
         AS w (site_no, request_id, from_at, to_at)
       CROSS JOIN LATERAL (
         SELECT ${columns} FROM request_logs l
         WHERE l.site_no = w.site_no AND l.blocked AND l.received_at >= w.from_at AND l.received_at <= w.to_at
           AND l.request_id = w.request_id
         LIMIT 1
       ) AS l`,
      [
        wanted.map(({ siteNo }) => siteNo),
        wanted.map(({ requestId }) => requestId),
        wanted.map(({ requestId }) => at(requestId, -ID_SKEW_MS)),
        wanted.map(({ requestId }) => at(requestId, ID_SKEW_MS)),
      ],
    );
  }

  /**
   * One index walk per site and kind, each of at most `limit` rows, then a merge: no more rows are read than could be
   * shown, whatever the traffic.
   */
  private async walk(
    siteNos: readonly number[],
    filter: StatusFilter,
    limit: number,
    [fromMs, toMs]: readonly [number, number],
    after: LogPosition | null = null,
  ): Promise<LogRow[]> {
    if (siteNos.length === 0) return [];
    // As the partial indexes say it: the planner must see that they apply.
    const kinds = {
      blocked: ['l.blocked'],
      allowed: ['NOT l.blocked'],
      all: ['l.blocked', 'NOT l.blocked'],
    }[filter ?? 'all'];
    const columns = LOG_COLUMNS.map((column) => `l.${column}`).join(', ');
    const beyond = after ? 'AND (l.received_at, l.request_id) < ($5::timestamptz, $6)' : '';
    const walks = kinds.map(
      (kind) => `
        SELECT l.* FROM unnest($1::int[]) AS s (site_no)
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM request_logs l
          WHERE l.site_no = s.site_no AND ${kind}
            AND l.received_at >= $2 AND l.received_at <= $3 ${beyond}
          ORDER BY l.received_at DESC, l.request_id DESC LIMIT $4
        ) AS l`,
    );
    const until = after ? after.receivedAt.getTime() : toMs;
    return await this.database.query(
      `${walks.join(' UNION ALL ')} ORDER BY received_at DESC, request_id DESC LIMIT $4`,
      [
        siteNos,
        new Date(fromMs).toISOString(),
        new Date(until).toISOString(),
        limit,
        ...(after ? [after.receivedAt.toISOString(), after.requestId] : []),
      ],
    );
  }
}
