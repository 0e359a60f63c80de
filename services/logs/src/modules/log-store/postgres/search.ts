// A search over everything that is retained:
//
//   roll-ups say which hours can hold what is looked for ─▶ stretches of few rows, newest first ─▶ until the page is full
//
// So a rare country or address costs its own hours and no others.

import { DomainError } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { FACET, HOUR_MS, OTHER, statusClass } from '../../records/roll-ups.rules.ts';
import type { LogFilter } from '../log-filter.types.ts';
import { LOG_COLUMNS, type LogPosition, type LogRow, type StatusFilter } from '../log-row.types.ts';
import type { SearchResult } from '../log-store.port.ts';
import { madeAtMs } from '../request-id.rules.ts';
import { kindsOf, ROW_KINDS, type RowKind, rowConditions } from './row-conditions.ts';
import { type CandidateHour, type SearchWindow, searchWindows, windowsWithin } from './search-windows.ts';

/** A question reads about so many rows at once, and gives up for now after so many or after this time. */
const WINDOW_ROWS = 20_000;
const MAX_ROWS = 400_000;
const MAX_MS = 1_500;
/** Of one statement; windows make it far less. */
const STATEMENT_MS = 5_000;
const TIMED_OUT = '57014';
/** An id says when its request came (UUIDv7); a clock may be ahead, and is then set back on arrival. */
const AROUND_ID_MS = 10 * 60_000;
/** No request has this id, so that a position with it lies before all of its millisecond. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Longer paths are counted by their beginning, and only ASCII as it is. */
const COUNTED_PATH = /^[\x20-\x5b\x5d-\x7e]{1,199}$/;

export interface SearchQuestion {
  siteNos: readonly number[];
  status: StatusFilter;
  filter: LogFilter;
  /** What rows have as their client's address, letter by letter. */
  client?: string;
  limit: number;
  after: LogPosition | null;
}

interface Search {
  siteNos: readonly number[];
  filter: LogFilter;
  client: string | undefined;
  kinds: readonly RowKind[];
  after: LogPosition | null;
}

/** @throws DomainError `search_too_slow` */
export async function searchRecords(
  database: DataSource,
  { siteNos, status, filter, client, limit, after }: SearchQuestion,
): Promise<SearchResult> {
  const kinds = kindsOf(filter, status);
  if (siteNos.length === 0 || kinds.length === 0) return { rows: [], next: null, searchedToMs: null };
  try {
    return await database.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
      return await walk(manager, { siteNos, filter, client, kinds, after }, limit);
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== TIMED_OUT) throw error;
    throw new DomainError('unavailable', 'search_too_slow', 'The search took too long. Please try again.', {
      cause: error,
      retryAfter: 5,
    });
  }
}

async function walk(manager: EntityManager, search: Search, limit: number): Promise<SearchResult> {
  const started = performance.now();
  const rows: LogRow[] = [];
  let read = 0;
  const { fromMs, toMs } = spanOf(search);
  const span = { fromMs: fromMs ?? 0, toMs: toMs ?? Number.POSITIVE_INFINITY };
  const all = searchWindows(await candidateHours(manager, search), WINDOW_ROWS);
  const windows = windowsWithin(all, span, Date.now());
  for (let next = windows.next(); !next.done; ) {
    const window = next.value;
    next = windows.next();
    rows.push(...(await rowsOf(manager, search, window, limit - rows.length)));
    const last = rows.at(-1);
    if (last && rows.length >= limit)
      return {
        rows,
        next: { receivedAt: last.received_at, requestId: last.request_id },
        searchedToMs: null,
      };
    read += window.rows;
    // After the last one there is nothing to go on with, however long it took.
    if (!next.done && (read >= MAX_ROWS || performance.now() - started >= MAX_MS))
      return {
        rows,
        next: { receivedAt: new Date(window.fromMs), requestId: FIRST_ID },
        searchedToMs: window.fromMs,
      };
  }
  return { rows, next: null, searchedToMs: null };
}

/** The time in which entries that fit can lie; null: any. */
function spanOf({ filter, after }: Search): { fromMs: number | null; toMs: number | null } {
  const from: number[] = filter.fromMs === null ? [] : [filter.fromMs];
  const to: number[] = filter.toMs === null ? [] : [filter.toMs];
  if (after) to.push(after.receivedAt.getTime() + 1);
  if (filter.requestId?.[14] === '7') {
    const ms = madeAtMs(filter.requestId);
    from.push(ms - AROUND_ID_MS);
    to.push(ms + AROUND_ID_MS);
  }
  return {
    fromMs: from.length === 0 ? null : Math.max(...from),
    toMs: to.length === 0 ? null : Math.min(...to),
  };
}

/** Hours with traffic that can hold what is looked for, newest first. */
async function candidateHours(manager: EntityManager, search: Search): Promise<CandidateHour[]> {
  const { siteNos, kinds } = search;
  const span = spanOf(search);
  const oldestMs = await oldestRowMs(manager, siteNos);
  if (oldestMs === null) return [];
  const fromMs = Math.max(oldestMs, span.fromMs ?? 0);
  const values: unknown[] = [
    siteNos,
    iso(fromMs - (fromMs % HOUR_MS)),
    span.toMs === null ? null : iso(span.toMs),
  ];
  const read = [
    ...(kinds.includes('blocked') ? ['t.blocked'] : []),
    ...(kinds.includes('allowed') ? ['t.requests - t.blocked'] : []),
  ];
  // Noticed and failed rows are few and have indexes of their own, but any hour can hold them.
  const held = kinds.includes('noticed') || kinds.includes('failed') ? '' : `AND (${read.join(' + ')}) > 0`;
  const found: { hour_ms: string; rows: string }[] = await manager.query(
    `SELECT extract(epoch FROM t.hour) * 1000 AS hour_ms, sum(${read.join(' + ') || '0'}) AS rows
     FROM traffic_hours t
     WHERE t.site_no = ANY($1) AND t.hour >= $2 AND ($3::timestamptz IS NULL OR t.hour < $3) ${held}
     ${facetConditions(search, values).join(' ')}
     GROUP BY t.hour ORDER BY t.hour DESC`,
    values,
  );
  return found.map(({ hour_ms, rows }) => ({ hourMs: Number(hour_ms), rows: Number(rows) }));
}

/** What is counted per hour and value tells which hours can be left out. Appends to `values` what it refers to. */
function facetConditions({ filter, client, kinds }: Search, values: unknown[]): string[] {
  const put = (value: unknown) => `$${values.push(value)}`;
  const holds = (kind: number, value: string) =>
    `AND EXISTS (SELECT FROM facet_hours f WHERE f.site_no = t.site_no AND f.kind = ${kind} AND f.hour = t.hour
       AND ${value})`;
  const { address, country, threat, path, httpStatus } = filter;
  const conditions: string[] = [];
  const other = (not: boolean) => (not ? '<>' : '=');
  if (country !== null)
    conditions.push(holds(FACET.country, `f.value ${other(country.not)} ${put(country.value)}`));
  // Counted by class: that an hour has others than one status does not follow from the classes that it has.
  if (httpStatus !== null && !(httpStatus.not && httpStatus.value.first === httpStatus.value.last))
    conditions.push(
      holds(FACET.status, `f.value ${other(httpStatus.not)} ${put(statusClass(httpStatus.value.first))}`),
    );
  // Only blocked requests are counted by their threat.
  if (threat !== null && !threat.not && kinds.length === 1 && kinds[0] === 'blocked')
    conditions.push(holds(FACET.threat, `f.value = ${put(String(threat.value.code))}`));
  if (address !== null && !address.not && !address.value.includes('/'))
    conditions.push(holds(FACET.address, `f.value = ANY(${put([address.value, OTHER])})`));
  if (client !== undefined) conditions.push(holds(FACET.address, `f.value = ANY(${put([client, OTHER])})`));
  if (path !== null && !path.not) conditions.push(...pathConditions(path.value, holds, put));
  return conditions;
}

/** Paths are counted without their query, and the rare ones together. */
function pathConditions(
  path: string,
  holds: (kind: number, value: string) => string,
  put: (value: unknown) => string,
): string[] {
  const counted = path.replace(/\?.*$/s, '');
  if (!COUNTED_PATH.test(counted)) return [];
  if (!path.endsWith('*')) return [holds(FACET.path, `f.value = ANY(${put([counted, OTHER])})`)];
  return counted === path
    ? [holds(FACET.path, `(starts_with(f.value, ${put(path.slice(0, -1))}) OR f.value = ${put(OTHER)})`)]
    : [];
}

/** Hours are counted for longer than requests are kept. */
async function oldestRowMs(manager: EntityManager, siteNos: readonly number[]): Promise<number | null> {
  const [row]: { oldest: Date | null }[] = await manager.query(
    `SELECT min(o.received_at) AS oldest FROM unnest($1::int[]) AS s (site_no)
     CROSS JOIN LATERAL (
       (SELECT received_at FROM request_logs l WHERE l.site_no = s.site_no AND l.blocked ORDER BY received_at LIMIT 1)
       UNION ALL
       (SELECT received_at FROM request_logs l WHERE l.site_no = s.site_no AND NOT l.blocked ORDER BY received_at LIMIT 1)
     ) AS o`,
    [siteNos],
  );
  return row?.oldest?.getTime() ?? null;
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
