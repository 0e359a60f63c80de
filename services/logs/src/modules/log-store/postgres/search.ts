// A search over the whole retention, newest first, until the page is full:
//
//   the newest rows, site by site ─▶ a value covered by summaries: block ranges that may contain it (`rare-rows.ts`),
//                                 │  while that is faster than a walk
//                                 └▶ else: roll-ups tell which hours can contain matches, in windows of few rows
//
// So frequent values are found at once, and rare ones cost the rows around them and no others.

import { DomainError } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import type { LogFilter } from '../log-filter.types.ts';
import { LOG_COLUMNS, type LogPosition, type LogRow, type StatusFilter } from '../log-row.types.ts';
import type { SearchResult } from '../log-store.port.ts';
import { candidateHours, type FacetCondition, facetConditions, MANY_VALUED } from './candidate-hours.ts';
import { isSummarized, READ_BY_SUMMARIES, rareRows } from './rare-rows.ts';
import { kindsOf, ROW_KINDS, rowConditions } from './row-conditions.ts';
import { type Search, spanOf } from './search-span.ts';
import { type SearchWindow, searchWindows, windowsBefore, windowsWithin } from './search-windows.ts';
import { SummaryPace } from './summary-pace.ts';

/** Limits of one search. */
export interface SearchLimits {
  /** Rows of the searched sites that are read in one step. */
  windowRows: number;
  /** Rows, and milliseconds, after which the search stops and returns what it has. */
  mostRows: number;
  mostMs: number;
  /** Time limit of one statement, ms; windows make it far shorter. */
  statementMs: number;
  /** Time limit of a statement that is only useful if it is fast, ms: its result can be found without it. */
  helpMs: number;
  /**
   * A window that took longer with summaries than a walk would have is the last one for now, unless it was faster than
   * this.
   */
  quickMs: number;
}

export const SEARCH_LIMITS: SearchLimits = {
  windowRows: 20_000,
  mostRows: 400_000,
  mostMs: 1_500,
  statementMs: 5_000,
  helpMs: 1_000,
  quickMs: 50,
};
const TIMED_OUT = '57014';
/** The nil UUID: a position with it comes before all requests of its millisecond. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface SearchQuestion {
  siteNos: readonly number[];
  status: StatusFilter;
  filter: LogFilter;
  /** The client's address exactly as rows store it. */
  client?: string;
  limit: number;
  after: LogPosition | null;
}

/** @throws DomainError `search_too_slow` where not even the newest rows were read in time */
export async function searchRecords(
  database: DataSource,
  { siteNos, status, filter, client, limit, after }: SearchQuestion,
  limits = SEARCH_LIMITS,
): Promise<SearchResult> {
  const kinds = kindsOf(filter, status);
  if (siteNos.length === 0 || kinds.length === 0) return { rows: [], next: null, searchedToMs: null };
  try {
    return await database.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${limits.statementMs}`);
      return await walk(manager, { siteNos, filter, client, kinds, after }, limit, limits);
    });
  } catch (error) {
    if (!isTimeOut(error)) throw error;
    throw new DomainError('unavailable', 'search_too_slow', 'The search took too long. Please try again.', {
      cause: error,
      retryAfter: 5,
    });
  }
}

async function walk(
  manager: EntityManager,
  search: Search,
  limit: number,
  limits: SearchLimits,
): Promise<SearchResult> {
  const { windowRows, mostRows, mostMs, helpMs, quickMs } = limits;
  const started = performance.now();
  const rows: LogRow[] = [];
  const pace = isSummarized(search.filter, search.client, search.kinds) ? new SummaryPace(quickMs) : null;
  const facets = facetConditions(search);
  const atOnce = pace === null ? facets.filter(({ kind }) => !MANY_VALUED.has(kind)) : [];
  let windows = await windowsOf(manager, search, windowRows, atOnce);
  let areNarrowed = atOnce.length === facets.length;
  let read = 0;
  for (let isNewest = true; windows.length > 0; ) {
    const bySummaries = !isNewest && pace?.isNext === true;
    if (!isNewest && !bySummaries && !areNarrowed) {
      areNarrowed = true;
      const endMs = windows[0]!.toMs;
      const narrowed = await within(manager, helpMs, '', () =>
        windowsOf(manager, search, windowRows, facets, endMs),
      );
      windows = narrowed ?? windows;
      continue;
    }
    const window = bySummaries ? pace.stretchOf(windows) : windows[0]!;
    const left = limit - rows.length;
    const begun = performance.now();
    const ask = askFor(isNewest, bySummaries);
    const found = await ask(manager, search, window, left, limits);
    const tookMs = performance.now() - begun;
    if (found === null) {
      // The results so far are returned; the next search begins here, where much of the data is cached by then.
      if (!bySummaries) return inPart(rows, window.toMs);
      pace.gaveUp();
      continue;
    }
    isNewest = false;
    rows.push(...found);
    const last = rows.at(-1);
    if (last && rows.length >= limit)
      return {
        rows,
        next: { receivedAt: last.received_at, requestId: last.request_id },
        searchedToMs: null,
      };
    if (bySummaries) pace.took(window.rows, tookMs);
    else {
      pace?.walked(window.rows, tookMs);
      // Ranges that the summaries rule out are not read.
      read += window.rows;
    }
    windows = windowsBefore(windows, window.fromMs);
    // After the last window there is nothing to continue with, however long it took.
    if (windows.length > 0 && (read >= mostRows || performance.now() - started >= mostMs))
      return inPart(rows, window.fromMs);
  }
  return { rows, next: null, searchedToMs: null };
}

/** Rows of a window; null: it took too long. */
type Ask = (
  manager: EntityManager,
  search: Search,
  window: SearchWindow,
  limit: number,
  limits: SearchLimits,
) => Promise<LogRow[] | null>;

function askFor(isNewest: boolean, bySummaries: boolean): Ask {
  // Without the newest rows there is no answer, so this query is waited for.
  if (isNewest) return rowsOf;
  return bySummaries
    ? (manager, search, window, limit, { helpMs }) =>
        within(manager, helpMs, READ_BY_SUMMARIES, () => rareRowsOf(manager, search, window, limit))
    : (manager, search, window, limit, { statementMs }) =>
        within(manager, statementMs, '', () => rowsOf(manager, search, window, limit));
}

/** The results down to a moment; the search continues before it. */
const inPart = (rows: LogRow[], toMs: number): SearchResult => ({
  rows,
  next: { receivedAt: new Date(toMs), requestId: FIRST_ID },
  searchedToMs: toMs,
});

/**
 * The result of a query within a time limit, with settings of its own; null if it took longer, without affecting the
 * transaction.
 */
async function within<Answer>(
  manager: EntityManager,
  ms: number,
  settings: string,
  ask: () => Promise<Answer>,
): Promise<Answer | null> {
  await manager.query(`SAVEPOINT question; SET LOCAL statement_timeout = ${ms}; ${settings}`);
  const answer = await ask().catch((error: unknown) => {
    if (isTimeOut(error)) return null;
    throw error;
  });
  // Also resets the settings.
  await manager.query('ROLLBACK TO SAVEPOINT question; RELEASE SAVEPOINT question');
  return answer;
}

const isTimeOut = (error: unknown): boolean => (error as { code?: unknown }).code === TIMED_OUT;

/** Windows of few rows, newest first. @param endMs they end before it */
async function windowsOf(
  manager: EntityManager,
  search: Search,
  windowRows: number,
  facets: readonly FacetCondition[],
  endMs = Number.POSITIVE_INFINITY,
): Promise<SearchWindow[]> {
  const { fromMs, toMs } = spanOf(search);
  const span = { fromMs: fromMs ?? 0, toMs: Math.min(toMs ?? Number.POSITIVE_INFINITY, endMs) };
  const all = searchWindows(await candidateHours(manager, search, facets), windowRows);
  return [...windowsWithin(all, span, Date.now())].map((window) => ({
    ...window,
    toMs: Math.min(window.toMs, endMs),
  }));
}

function rareRowsOf(
  manager: EntityManager,
  search: Search,
  { fromMs, toMs }: SearchWindow,
  limit: number,
): Promise<LogRow[]> {
  const { siteNos, filter, client, kinds, after } = search;
  const span = spanOf(search);
  const within = { fromMs: Math.max(fromMs, span.fromMs ?? 0), toMs: Math.min(toMs, span.toMs ?? toMs) };
  const { sql, values } = rareRows({ siteNos, filter, client, after, limit, ...within }, kinds);
  return manager.query(sql, values);
}

/** One index walk per site and kind over a time range. */
async function rowsOf(
  manager: EntityManager,
  search: Search,
  { fromMs, toMs }: SearchWindow,
  limit: number,
): Promise<LogRow[]> {
  const { siteNos, filter, client, kinds, after } = search;
  const span = spanOf(search);
  const values: unknown[] = [
    siteNos,
    iso(Math.max(fromMs, span.fromMs ?? 0)),
    iso(Math.min(toMs, span.toMs ?? toMs)),
    limit,
  ];
  let beyond = '';
  if (after) {
    values.push(iso(after.receivedAt.getTime()), after.requestId);
    beyond = ' AND (l.received_at, l.request_id) < ($5::timestamptz, $6)';
  }
  const ofClient = client === undefined ? '' : ` AND l.client_address = $${values.push(client)}`;
  const conditions = rowConditions(filter, values.length + 1);
  const columns = LOG_COLUMNS.map((column) => `l.${column}`).join(', ');
  const walks = kinds.map(
    (kind) => `
      SELECT l.* FROM unnest($1::int[]) AS s (site_no)
      CROSS JOIN LATERAL (
        SELECT ${columns} FROM request_logs l
        WHERE l.site_no = s.site_no AND ${ROW_KINDS[kind]}
          AND l.received_at >= $2 AND l.received_at < $3${beyond}${ofClient}${conditions.sql}
        ORDER BY l.received_at DESC, l.request_id DESC LIMIT $4
      ) AS l`,
  );
  return await manager.query(
    `${walks.join(' UNION ALL ')} ORDER BY received_at DESC, request_id DESC LIMIT $4`,
    [...values, ...conditions.values],
  );
}

const iso = (ms: number): string => new Date(ms).toISOString();
