import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { FACET, type Facet } from '../../records/roll-ups.rules.ts';
import type { FacetBytes, FacetSum, LogFacets, Span } from '../log-store.port.ts';
import type { ClickhouseConnection } from './clickhouse-connection.ts';

/** Sums are 64-bit numbers, which arrive as text. */
type SumRow = [value: string, requests: string, blocked: string];

const seconds = (ms: number): number => Math.floor(Math.max(0, ms) / 1000);
const sumOf = ([value, requests, blocked]: SumRow): FacetSum => ({
  value,
  requests: Number(requests),
  blocked: Number(blocked),
});
const IN_HOURS = 'hour >= toDateTime({from:UInt32}) AND hour < toDateTime({to:UInt32})';
/** The same for whole days, which the projection by day answers. */
const IN_DAYS =
  'toStartOfDay(hour) >= toDateTime({from:UInt32}) AND toStartOfDay(hour) < toDateTime({to:UInt32})';
const OF_SITES = 'site_no IN {sites:Array(UInt32)} AND kind IN {kinds:Array(UInt8)}';
/** The latest time that the table's column can hold. */
const LAST_MS = 0xffff_ffff * 1000;

/** Each sum of an hour may be in several rows until they are merged. */
export class ClickhouseFacets implements LogFacets {
  constructor(private readonly clickhouse: ClickhouseConnection) {}

  async top(
    siteNos: readonly number[],
    facet: Facet,
    { fromMs, toMs }: { fromMs: number; toMs?: number },
    limit: number,
  ): Promise<FacetSum[]> {
    const { sql, values } = sumsOf(siteNos, [facet], {
      fromMs: fromMs - (fromMs % HOUR_MS),
      toMs: toMs ?? LAST_MS,
    });
    const rows = await this.clickhouse.rows<SumRow>(
      `SELECT value, sum(part_requests) AS all_requests, sum(part_blocked) AS all_blocked FROM (${sql})
       GROUP BY value ORDER BY all_requests DESC, value LIMIT {limit:UInt32}`,
      { ...values, limit },
    );
    return rows.map(sumOf);
  }

  async topOfEach<Name extends Facet>(
    siteNos: readonly number[],
    facets: readonly Name[],
    span: Span,
    limit: number,
    by: 'requests' | 'response_bytes' = 'requests',
  ): Promise<Record<Name, FacetBytes[]>> {
    const { sql, values } = sumsOf(siteNos, facets, span);
    const rows = await this.clickhouse.rows<[...SumRow, bytes: string, kind: number]>(
      `SELECT value, sum(part_requests) AS all_requests, sum(part_blocked) AS all_blocked, sum(part_bytes) AS all_bytes, facet
       FROM (${sql}) GROUP BY facet, value
       ORDER BY facet, ${by === 'requests' ? 'all_requests' : 'all_bytes'} DESC, value LIMIT {limit:UInt32} BY facet`,
      { ...values, limit },
    );
    const sums = facets.map((facet) => {
      const own = rows.filter(([, , , , kind]) => kind === FACET[facet]);
      return [
        facet,
        own.map(([value, requests, blocked, bytes]) => ({
          ...sumOf([value, requests, blocked]),
          responseBytes: Number(bytes),
        })),
      ];
    });
    return Object.fromEntries(sums) as Record<Name, FacetBytes[]>;
  }

  async series(
    siteNos: readonly number[],
    facet: Facet,
    value: string,
    step: 'hour' | 'day',
    { fromMs, toMs }: Span,
  ): Promise<Map<number, number>> {
    const time = step === 'hour' ? 'hour' : 'toStartOfDay(hour)';
    const areWholeDays = step === 'day' && fromMs % DAY_MS === 0 && toMs % DAY_MS === 0;
    const rows = await this.clickhouse.rows<[time: number, requests: string]>(
      `SELECT toUnixTimestamp(${time}) AS time, sum(requests)
       FROM facet_hours WHERE site_no IN {sites:Array(UInt32)} AND kind = {kind:UInt8} AND value = {value:String}
         AND ${areWholeDays ? IN_DAYS : IN_HOURS} GROUP BY time`,
      { sites: siteNos, kind: FACET[facet], value, from: seconds(fromMs), to: seconds(toMs) },
    );
    return new Map(rows.map(([time, requests]) => [time * 1000, Number(requests)]));
  }
}

/** Rows that cover a time range: sums of whole days, which the server maintains, and the hours around them. */
function sumsOf(siteNos: readonly number[], facets: readonly Facet[], { fromMs, toMs }: Span) {
  const firstDayMs = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  const lastDayMs = Math.max(firstDayMs, toMs - (toMs % DAY_MS));
  const [only, ...others] = facets.map((facet) => FACET[facet]);
  // One text is a faster key than a number and a text.
  const isOne = others.length === 0;
  const selected = (where: string) =>
    `SELECT ${isOne ? only : 'kind'} AS facet, value, sum(requests) AS part_requests, sum(blocked) AS part_blocked,
       sum(response_bytes) AS part_bytes
     FROM facet_hours WHERE ${OF_SITES} AND ${where} GROUP BY ${isOne ? '' : 'kind, '}value`;
  const hasDays = lastDayMs > firstDayMs;
  const parts = hasDays
    ? [
        selected(
          `toStartOfDay(hour) >= toDateTime({first_day:UInt32}) AND toStartOfDay(hour) < toDateTime({last_day:UInt32})`,
        ),
        ...(fromMs < firstDayMs || lastDayMs < toMs
          ? [
              selected(
                `${IN_HOURS} AND (hour < toDateTime({first_day:UInt32}) OR hour >= toDateTime({last_day:UInt32}))`,
              ),
            ]
          : []),
      ]
    : [selected(IN_HOURS)];
  const values = {
    sites: siteNos,
    kinds: facets.map((facet) => FACET[facet]),
    from: seconds(fromMs),
    to: seconds(toMs),
    ...(hasDays && { first_day: seconds(firstDayMs), last_day: seconds(lastDayMs) }),
  };
  return { sql: parts.join(' UNION ALL '), values };
}
