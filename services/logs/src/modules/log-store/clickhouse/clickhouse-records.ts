import { HOUR_MS } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';
import { type LogFilter, NO_FILTER } from '../log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-row.types.ts';
import type { LogRecords, SearchResult, Span, StoredChunk } from '../log-store.port.ts';
import { ID_SKEW_MS, madeAtMs } from '../request-id.rules.ts';
import type { BlockOutbox } from './block-outbox.ts';
import { type ClickhouseConnection, hasTimedOut } from './clickhouse-connection.ts';
import { type Conditions, recordConditions } from './record-conditions.ts';
import { IN_TIME, rowsOf, timeOf, walkRecords } from './record-walk.ts';

/** Maximum retention. */
const REACH_MS = 401 * 24 * HOUR_MS;
const SKEW_MS = 10 * 60_000;
/** Time limit of a search, and of each of its statements in seconds. */
const SEARCH_MS = 1_500;
const STATEMENT_SECONDS = 5;
/** The nil UUID: a position with it comes before all requests of its millisecond. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export class ClickhouseRecords implements LogRecords {
  constructor(
    private readonly clickhouse: ClickhouseConnection,
    private readonly outbox: BlockOutbox,
  ) {}

  async newest(
    siteNos: readonly number[],
    status: StatusFilter,
    limit: number,
    nowMs: number,
    after: LogPosition | null = null,
  ): Promise<LogRow[]> {
    const conditions = recordConditions(NO_FILTER, status);
    const span = { fromMs: nowMs - REACH_MS, toMs: nowMs + SKEW_MS };
    const { rows } = await walkRecords(this.clickhouse, { siteNos, conditions, span, after, limit });
    return rows;
  }

  async page(
    siteNos: readonly number[],
    status: StatusFilter,
    span: Span,
    after: LogPosition | null,
    limit: number,
  ): Promise<LogRow[]> {
    const conditions = recordConditions(NO_FILTER, status);
    const { rows } = await walkRecords(this.clickhouse, { siteNos, conditions, span, after, limit });
    return rows;
  }

  search(
    siteNos: readonly number[],
    status: StatusFilter,
    filter: LogFilter,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult> {
    return this.searched(siteNos, recordConditions(filter, status), filter, limit, after);
  }

  ofClient(
    siteNo: number,
    address: string,
    span: Span,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult> {
    const conditions = { sql: ' AND client_address = {client:String}', values: { client: address } };
    return this.searched([siteNo], conditions, { ...NO_FILTER, ...span }, limit, after);
  }

  private async searched(
    siteNos: readonly number[],
    conditions: Conditions,
    filter: LogFilter,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult> {
    const walk = {
      siteNos,
      conditions,
      after,
      limit,
      withinMs: SEARCH_MS,
      span: searchedSpan(filter, Date.now()),
    };
    try {
      const { rows, searchedToMs } = await walkRecords(this.clickhouse, walk, STATEMENT_SECONDS);
      const last = rows.at(-1);
      if (searchedToMs !== null)
        return { rows, next: { receivedAt: new Date(searchedToMs), requestId: FIRST_ID }, searchedToMs };
      const isFull = last !== undefined && rows.length >= limit;
      const next = isFull ? { receivedAt: last.received_at, requestId: last.request_id } : null;
      return { rows, next, searchedToMs: null };
    } catch (error) {
      if (!hasTimedOut(error)) throw error;
      throw new DomainError('unavailable', 'search_too_slow', 'The search took too long. Please try again.', {
        cause: error,
        retryAfter: STATEMENT_SECONDS,
      });
    }
  }

  async byRequestId(siteNos: readonly number[], requestId: string): Promise<LogRow | null> {
    if (siteNos.length === 0) return null;
    const [row] = await this.around(siteNos, [requestId], 'LIMIT 1');
    return row ?? null;
  }

  async refused(wanted: readonly { siteNo: number; requestId: string }[]): Promise<LogRow[]> {
    if (wanted.length === 0) return [];
    const siteOf = new Map<string, Set<number>>();
    for (const { siteNo, requestId } of wanted)
      siteOf.set(requestId, (siteOf.get(requestId) ?? new Set()).add(siteNo));
    const rows = await this.around([...new Set(wanted.map(({ siteNo }) => siteNo))], [...siteOf.keys()]);
    return rows.filter((row) => row.blocked && siteOf.get(row.request_id)?.has(row.site_no));
  }

  /** Streams learn of chunks from the service's database, where blocks may still be waiting. */
  async ofChunks(chunks: readonly StoredChunk[]): Promise<LogRow[]> {
    if (chunks.length === 0) return [];
    await this.outbox.flush();
    return await rowsOf(this.clickhouse, {
      where: `${IN_TIME} AND chunk_no IN {chunks:Array(UInt64)}`,
      values: {
        sites: [...new Set(chunks.map(({ site_no }) => site_no))],
        chunks: chunks.map(({ chunk_no }) => Number(chunk_no)),
        ...timeOf({
          fromMs: Math.min(...chunks.map(({ from_at }) => from_at.getTime())),
          toMs: Math.max(...chunks.map(({ to_at }) => to_at.getTime())) + 1,
        }),
      },
      tail: 'ORDER BY indexOf({chunks:Array(UInt64)}, chunk_no), received_at, request_id',
    });
  }

  /** The time range given by ids. */
  private around(siteNos: readonly number[], ids: readonly string[], tail = ''): Promise<LogRow[]> {
    const moments = ids.map(madeAtMs);
    const [first, last] = [Math.min(...moments), Math.max(...moments)];
    return rowsOf(this.clickhouse, {
      where: `${IN_TIME} AND request_id IN {ids:Array(String)}`,
      values: { sites: siteNos, ids, ...timeOf({ fromMs: first - ID_SKEW_MS, toMs: last + ID_SKEW_MS + 1 }) },
      tail,
    });
  }
}

/** The time range of matching records. */
function searchedSpan(filter: LogFilter, nowMs: number): Span {
  const span = {
    fromMs: Math.max(filter.fromMs ?? 0, nowMs - REACH_MS),
    toMs: Math.min(filter.toMs ?? Number.POSITIVE_INFINITY, nowMs + SKEW_MS),
  };
  if (filter.requestId?.[14] !== '7') return span;
  const atMs = madeAtMs(filter.requestId);
  return { fromMs: Math.max(span.fromMs, atMs - SKEW_MS), toMs: Math.min(span.toMs, atMs + SKEW_MS) };
}
