import { FACET, type Facet, HOUR_MS } from '../../records/roll-ups.rules.ts';
import type { FacetBytes, FacetSum, LogFacets, Span } from '../log-store.port.ts';
import type { ClickhouseConnection } from './clickhouse-connection.ts';

/** Sums are 64-bit numbers, which come as text. */
type SumRow = [value: string, requests: string, blocked: string];

const seconds = (ms: number): number => Math.floor(Math.max(0, ms) / 1000);
const sumOf = ([value, requests, blocked]: SumRow): FacetSum => ({
  value,
  requests: Number(requests),
  blocked: Number(blocked),
});
const COUNTED = 'hour >= toDateTime({from:UInt32}) AND hour < toDateTime({to:UInt32})';
const LAST_SECOND = 0xffff_ffff;

/** Each sum of an hour may be in several rows until they are merged. */
export class ClickhouseFacets implements LogFacets {
  constructor(private readonly clickhouse: ClickhouseConnection) {}

  async top(
    siteNos: readonly number[],
    facet: Facet,
    { fromMs, toMs }: { fromMs: number; toMs?: number },
    limit: number,
  ): Promise<FacetSum[]> {
    const rows = await this.clickhouse.rows<SumRow>(
      `SELECT value, sum(requests) AS all_requests, sum(blocked) AS all_blocked FROM facet_hours
       WHERE site_no IN {sites:Array(UInt32)} AND kind = {kind:UInt8} AND ${COUNTED}
       GROUP BY value ORDER BY all_requests DESC, value LIMIT {limit:UInt32}`,
      {
        sites: siteNos,
        kind: FACET[facet],
        limit,
        from: seconds(fromMs - (fromMs % HOUR_MS)),
        to: toMs === undefined ? LAST_SECOND : seconds(toMs),
      },
    );
    return rows.map(sumOf);
  }

  async topOfEach<Name extends Facet>(
    siteNos: readonly number[],
    facets: readonly Name[],
    { fromMs, toMs }: Span,
    limit: number,
    by: 'requests' | 'response_bytes' = 'requests',
  ): Promise<Record<Name, FacetBytes[]>> {
    const rows = await this.clickhouse.rows<[...SumRow, bytes: string, kind: number]>(
      `SELECT value, sum(requests) AS all_requests, sum(blocked) AS all_blocked, sum(response_bytes) AS all_bytes, kind
       FROM facet_hours WHERE site_no IN {sites:Array(UInt32)} AND kind IN {kinds:Array(UInt8)} AND ${COUNTED}
       GROUP BY kind, value ORDER BY kind, ${by === 'requests' ? 'all_requests' : 'all_bytes'} DESC, value
       LIMIT {limit:UInt32} BY kind`,
      {
        sites: siteNos,
        kinds: facets.map((facet) => FACET[facet]),
        limit,
        from: seconds(fromMs),
        to: seconds(toMs),
      },
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
    const rows = await this.clickhouse.rows<[time: number, requests: string]>(
      `SELECT toUnixTimestamp(${step === 'hour' ? 'hour' : 'toStartOfDay(hour)'}) AS time, sum(requests)
       FROM facet_hours WHERE site_no IN {sites:Array(UInt32)} AND kind = {kind:UInt8} AND value = {value:String}
         AND ${COUNTED} GROUP BY time`,
      { sites: siteNos, kind: FACET[facet], value, from: seconds(fromMs), to: seconds(toMs) },
    );
    return new Map(rows.map(([time, requests]) => [time * 1000, Number(requests)]));
  }
}
