// A search over everything that is retained, newest first, until the page is full:
//
//   the newest rows, site by site ─▶ a value that summaries know: the stretches that may hold it (`rare-rows.ts`)
//                                 └▶ else: roll-ups say which hours can hold what is looked for, in stretches of few rows
//
// So what is frequent is found at once, and what is rare costs the rows around it and no others.

import { DomainError } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { FACET, HOUR_MS, OTHER, statusClass } from '../../records/roll-ups.rules.ts';
import type { LogFilter } from '../log-filter.types.ts';
import { LOG_COLUMNS, type LogPosition, type LogRow, type StatusFilter } from '../log-row.types.ts';
import type { SearchResult } from '../log-store.port.ts';
import { madeAtMs } from '../request-id.rules.ts';
import { isSummarized, rareRows, readBySummaries, WideningWindows } from './rare-rows.ts';
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
  const wide = isSummarized(search.filter, search.client, search.kinds) ? new WideningWindows() : null;
  const facets = wide === null ? facetConditions(search) : [];
  let windows = await windowsOf(
    manager,
    search,
    facets.filter(({ kind }) => !MANY_VALUED.has(kind)),
  );
  for (let isNewest = true; windows.length > 0; isNewest = false) {
    const begun = performance.now();
    const isWide = wide !== null && !isNewest;
    const window = isWide ? wide.take(windows) : windows.shift()!;
    const left = limit - rows.length;
    rows.push(...(await (isWide ? rareRowsOf : rowsOf)(manager, search, window, left)));
    const last = rows.at(-1);
    if (last && rows.length >= limit)
      return {
        rows,
        next: { receivedAt: last.received_at, requestId: last.request_id },
        searchedToMs: null,
      };
    if (isWide) wide.took(performance.now() - begun);
    // What summaries leave out is not read.
    else read += window.rows;
    // After the last one there is nothing to go on with, however long it took.
    if (windows.length > 0 && (read >= MAX_ROWS || performance.now() - started >= MAX_MS))
      return {
        rows,
        next: { receivedAt: new Date(window.fromMs), requestId: FIRST_ID },
        searchedToMs: window.fromMs,
      };
    if (isNewest && windows.length > 0) {
      if (wide !== null) await readBySummaries(manager);
      else if (facets.some(({ kind }) => MANY_VALUED.has(kind)))
        windows = await windowsOf(manager, search, facets, windows[0]!.toMs);
    }
  }
  return { rows, next: null, searchedToMs: null };
}

/** Stretches of few rows, newest first. @param endMs they end before it */
async function windowsOf(
  manager: EntityManager,
  search: Search,
  facets: readonly FacetCondition[],
  endMs = Number.POSITIVE_INFINITY,
): Promise<SearchWindow[]> {
  const { fromMs, toMs } = spanOf(search);
  const span = { fromMs: fromMs ?? 0, toMs: Math.min(toMs ?? Number.POSITIVE_INFINITY, endMs) };
  const all = searchWindows(await candidateHours(manager, search, facets), WINDOW_ROWS);
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
async function candidateHours(
  manager: EntityManager,
  search: Search,
  facets: readonly FacetCondition[],
): Promise<CandidateHour[]> {
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
     ${facets.map((facet) => holds(facet, (value) => `$${values.push(value)}`)).join(' ')}
     GROUP BY t.hour ORDER BY t.hour DESC`,
    values,
  );
  return found.map(({ hour_ms, rows }) => ({ hourMs: Number(hour_ms), rows: Number(rows) }));
}

/** An hour has up to 500 of them: to ask all hours costs more than to read the newest rows first. */
const MANY_VALUED: ReadonlySet<number> = new Set([FACET.address, FACET.path]);

/** What is counted of an hour, and what one of its values has to be. */
interface FacetCondition {
  kind: number;
  /** SQL on `f.value`. */
  fits: (put: (value: unknown) => string) => string;
}

const holds = ({ kind, fits }: FacetCondition, put: (value: unknown) => string): string =>
  `AND EXISTS (SELECT FROM facet_hours f WHERE f.site_no = t.site_no AND f.kind = ${kind} AND f.hour = t.hour
     AND ${fits(put)})`;

/** What is counted per hour and value tells which hours can be left out. */
function facetConditions({ filter, client, kinds }: Search): FacetCondition[] {
  const { address, country, threat, path, httpStatus } = filter;
  const conditions: FacetCondition[] = [];
  const add = (kind: number, fits: FacetCondition['fits']) => conditions.push({ kind, fits });
  if (country !== null)
    add(FACET.country, (put) => `f.value ${country.not ? '<>' : '='} ${put(country.value)}`);
  // Counted by class: that an hour has others than one status does not follow from the classes that it has.
  if (httpStatus !== null && !(httpStatus.not && httpStatus.value.first === httpStatus.value.last)) {
    const counted = statusClass(httpStatus.value.first);
    add(FACET.status, (put) => `f.value ${httpStatus.not ? '<>' : '='} ${put(counted)}`);
  }
  // Only blocked requests are counted by their threat.
  if (threat !== null && !threat.not && kinds.length === 1 && kinds[0] === 'blocked')
    add(FACET.threat, (put) => `f.value = ${put(String(threat.value.code))}`);
  const addresses = [client, address?.not || address?.value.includes('/') ? undefined : address?.value];
  for (const one of addresses)
    if (one !== undefined) add(FACET.address, (put) => `f.value = ANY(${put([one, OTHER])})`);
  if (path !== null && !path.not) conditions.push(...pathConditions(path.value));
  return conditions;
}

/** Paths are counted without their query, and the rare ones together. */
function pathConditions(path: string): FacetCondition[] {
  const counted = path.replace(/\?.*$/s, '');
  if (!COUNTED_PATH.test(counted)) return [];
  if (!path.endsWith('*'))
    return [{ kind: FACET.path, fits: (put) => `f.value = ANY(${put([counted, OTHER])})` }];
  if (counted !== path) return [];
  return [
    {
      kind: FACET.path,
      fits: (put) => `(starts_with(f.value, ${put(path.slice(0, -1))}) OR f.value = ${put(OTHER)})`,
    },
  ];
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
