// Hours that can contain matches, by the roll-ups.

import { HOUR_MS } from '@palisade/basics';
import type { EntityManager } from 'typeorm';
import { FACET, OTHER, statusClass } from '../../records/roll-ups.rules.ts';
import { THREATS } from '../../records/threats.rules.ts';
import type { LogFilter } from '../log-filter.types.ts';
import { type Search, spanOf } from './search-span.ts';
import type { CandidateHour } from './search-windows.ts';

/** Longer paths are counted by their prefix, and only ASCII unchanged. */
const COUNTED_PATH = /^[\x20-\x5b\x5d-\x7e]{1,199}$/;

/** Hours with traffic that can contain matches, newest first. */
export async function candidateHours(
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
    ...(kinds.includes('blocked') ? [`t.blocked + ${REFUSED_BESIDE}`] : []),
    ...(kinds.includes('allowed') ? ['t.requests - t.blocked'] : []),
  ];
  const found: { hour_ms: string; rows: string }[] = await manager.query(
    `SELECT extract(epoch FROM t.hour) * 1000 AS hour_ms, sum(${read.join(' + ') || '0'}) AS rows
     FROM traffic_hours t
     WHERE t.site_no = ANY($1) AND t.hour >= $2 AND ($3::timestamptz IS NULL OR t.hour < $3) ${held(search)}
     ${facets.map((facet) => holds(facet, (value) => `$${values.push(value)}`)).join(' ')}
     GROUP BY t.hour ORDER BY t.hour DESC`,
    values,
  );
  return found.map(({ hour_ms, rows }) => ({ hourMs: Number(hour_ms), rows: Number(rows) }));
}

/**
 * Upper bound of requests refused by a site's own settings. These rows are blocked, while `t.blocked` counts threats
 * only: the origin did not answer them, and they have a 4xx.
 */
const REFUSED_BESIDE = `least(greatest(t.requests - t.blocked - t.origin_requests, 0), coalesce((
  SELECT f.requests - f.blocked FROM facet_hours f
  WHERE f.site_no = t.site_no AND f.kind = ${FACET.status} AND f.hour = t.hour AND f.value = '4xx'), 0))`;

/**
 * Noticed and failed rows are few and have indexes of their own, but any hour can contain them; the same holds for
 * refusals by settings.
 */
function held({ filter, kinds }: Search): string {
  const isAllowed = kinds.length === 1 && kinds[0] === 'allowed';
  if (isAllowed) return 'AND t.requests > t.blocked';
  return isCountedThreat(filter) && kinds.length === 1 && kinds[0] === 'blocked' ? 'AND t.blocked > 0' : '';
}

/** Whether the condition is counted by threat, where it is blocked. */
const isCountedThreat = ({ threat }: LogFilter): boolean =>
  threat !== null && !threat.not && threat.value.code !== THREATS.siteSetting.code;

/** An hour has up to 500 values: checking all hours costs more than reading the newest rows first. */
export const MANY_VALUED: ReadonlySet<number> = new Set([FACET.address, FACET.path]);

/** A facet, and the condition on its values. */
export interface FacetCondition {
  kind: number;
  /** SQL on `f.value`. */
  fits: (put: (value: unknown) => string) => string;
}

const holds = ({ kind, fits }: FacetCondition, put: (value: unknown) => string): string =>
  `AND EXISTS (SELECT FROM facet_hours f WHERE f.site_no = t.site_no AND f.kind = ${kind} AND f.hour = t.hour
     AND ${fits(put)})`;

/** Counts per hour and value tell which hours can be excluded. */
export function facetConditions({ filter, client, kinds }: Search): FacetCondition[] {
  const { address, country, threat, path, httpStatus } = filter;
  const conditions: FacetCondition[] = [];
  const add = (kind: number, fits: FacetCondition['fits']) => conditions.push({ kind, fits });
  if (country !== null)
    add(FACET.country, (put) => `f.value ${country.not ? '<>' : '='} ${put(country.value)}`);
  // Counted by class: the classes of an hour do not tell that it has other statuses than one.
  if (httpStatus !== null && !(httpStatus.not && httpStatus.value.first === httpStatus.value.last)) {
    const counted = statusClass(httpStatus.value.first);
    add(FACET.status, (put) => `f.value ${httpStatus.not ? '<>' : '='} ${put(counted)}`);
  }
  // Only blocked requests are counted by their threat.
  if (threat !== null && isCountedThreat(filter) && kinds.length === 1 && kinds[0] === 'blocked')
    add(FACET.threat, (put) => `f.value = ${put(String(threat.value.code))}`);
  const addresses = [client, address?.not || address?.value.includes('/') ? undefined : address?.value];
  for (const one of addresses)
    if (one !== undefined) add(FACET.address, (put) => `f.value = ANY(${put([one, OTHER])})`);
  if (path !== null && !path.not) conditions.push(...pathConditions(path.value));
  return conditions;
}

/** Paths are counted without their query, and rare ones together. */
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

/** Counts are kept for longer than records. */
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

const iso = (ms: number): string => new Date(ms).toISOString();
