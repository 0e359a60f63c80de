import { DAY_MS, HOUR_MS } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { type LogFilter, NO_FILTER } from '../log-filter.types.ts';
import { LOG_COLUMNS, type LogPosition, type LogRow, type StatusFilter } from '../log-row.types.ts';
import type { LogRecords, SearchResult, Span, StoredChunk } from '../log-store.port.ts';
import { ID_SKEW_MS, madeAtMs } from '../request-id.rules.ts';
import { searchRecords } from './search.ts';

/**
 * Few partitions first: most dashboards are filled from the last hour, and planning over all partitions costs
 * milliseconds.
 */
const WINDOWS_MS = [HOUR_MS, DAY_MS, 8 * DAY_MS, 401 * DAY_MS];
const SKEW_MS = 10 * 60_000;

const COLUMNS = LOG_COLUMNS.map((column) => `l.${column}`).join(', ');

/** Walks over the partial indexes of request_logs: no more rows are read than could be shown, whatever the traffic. */
export class PostgresRecords implements LogRecords {
  constructor(private readonly database: DataSource) {}

  async newest(
    siteNos: readonly number[],
    status: StatusFilter,
    limit: number,
    nowMs: number,
    after: LogPosition | null = null,
  ): Promise<LogRow[]> {
    if (siteNos.length === 0) return [];
    const begin = after?.receivedAt.getTime() ?? nowMs;
    let rows: LogRow[] = [];
    for (const window of WINDOWS_MS) {
      rows = await this.walk(siteNos, status, limit, [begin - window, nowMs + SKEW_MS], after);
      if (rows.length >= limit) break;
    }
    return rows;
  }

  page(
    siteNos: readonly number[],
    status: StatusFilter,
    { fromMs, toMs }: Span,
    after: LogPosition | null,
    limit: number,
  ): Promise<LogRow[]> {
    return this.walk(siteNos, status, limit, [fromMs, toMs - 1], after);
  }

  search(
    siteNos: readonly number[],
    status: StatusFilter,
    filter: LogFilter,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult> {
    return searchRecords(this.database, { siteNos, status, filter, limit, after });
  }

  ofClient(
    siteNo: number,
    client: string,
    span: Span,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult> {
    const filter = { ...NO_FILTER, ...span };
    return searchRecords(this.database, { siteNos: [siteNo], status: null, filter, client, limit, after });
  }

  async byRequestId(siteNos: readonly number[], requestId: string): Promise<LogRow | null> {
    const atMs = madeAtMs(requestId);
    // Repeats the partial index's condition.
    const kinds = ['l.blocked', 'NOT l.blocked'].map(
      (kind) => `
        SELECT l.* FROM unnest($1::int[]) AS s (site_no)
        CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM request_logs l
          WHERE l.site_no = s.site_no AND ${kind} AND l.received_at >= $2 AND l.received_at <= $3 AND l.request_id = $4
          LIMIT 1
        ) AS l`,
    );
    const rows: LogRow[] = await this.database.query(`${kinds.join(' UNION ALL ')} LIMIT 1`, [
      siteNos,
      new Date(atMs - ID_SKEW_MS).toISOString(),
      new Date(atMs + ID_SKEW_MS).toISOString(),
      requestId,
    ]);
    return rows[0] ?? null;
  }

  async refused(wanted: readonly { siteNo: number; requestId: string }[]): Promise<LogRow[]> {
    if (wanted.length === 0) return [];
    const at = (id: string, skewMs: number) => new Date(madeAtMs(id) + skewMs).toISOString();
    return await this.database.query(
      `SELECT l.* FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::timestamptz[])
         AS w (site_no, request_id, from_at, to_at)
       CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM request_logs l
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

  /** Each chunk is found by its site and minute; its number selects the rows. */
  ofChunks(chunks: readonly StoredChunk[]): Promise<LogRow[]> {
    // Repeats the partial index's condition.
    const kinds = ['l.blocked', 'NOT l.blocked'].map(
      (kind) => `
        SELECT c.ordinal, l.* FROM unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::timestamptz[])
          WITH ORDINALITY AS c (chunk_no, site_no, from_at, to_at, ordinal)
        CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM request_logs l
          WHERE l.site_no = c.site_no AND ${kind} AND l.received_at BETWEEN c.from_at AND c.to_at AND l.chunk_no = c.chunk_no
        ) AS l`,
    );
    return this.database.query(
      `SELECT ${COLUMNS} FROM (${kinds.join(' UNION ALL ')}) AS l ORDER BY ordinal, received_at, request_id`,
      [
        chunks.map(({ chunk_no }) => chunk_no),
        chunks.map(({ site_no }) => site_no),
        chunks.map(({ from_at }) => from_at),
        chunks.map(({ to_at }) => to_at),
      ],
    );
  }

  /**
   * One index walk per site and kind, each of at most `limit` rows, then a merge: no more rows are read than could be
   * shown, whatever the traffic.
   */
  private async walk(
    siteNos: readonly number[],
    status: StatusFilter,
    limit: number,
    [fromMs, toMs]: readonly [number, number],
    after: LogPosition | null = null,
  ): Promise<LogRow[]> {
    if (siteNos.length === 0) return [];
    // Repeats the partial index's condition: the planner must see that it applies.
    const kinds = {
      blocked: ['l.blocked'],
      allowed: ['NOT l.blocked'],
      all: ['l.blocked', 'NOT l.blocked'],
    }[status ?? 'all'];
    const beyond = after ? 'AND (l.received_at, l.request_id) < ($5::timestamptz, $6)' : '';
    const walks = kinds.map(
      (kind) => `
        SELECT l.* FROM unnest($1::int[]) AS s (site_no)
        CROSS JOIN LATERAL (
          SELECT ${COLUMNS} FROM request_logs l
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
