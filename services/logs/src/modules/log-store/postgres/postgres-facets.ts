import { HOUR_MS } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { FACET, type Facet } from '../../records/roll-ups.rules.ts';
import type { FacetBytes, FacetSum, LogFacets, Span } from '../log-store.port.ts';

type Row = Record<string, string>;

const iso = (ms: number): string => new Date(ms).toISOString();
const toHour = (ms: number): string => iso(ms - (ms % HOUR_MS));
const sumOf = (row: Row): FacetSum => ({
  value: String(row.value),
  requests: Number(row.requests),
  blocked: Number(row.blocked),
});

export class PostgresFacets implements LogFacets {
  constructor(private readonly database: DataSource) {}

  async top(
    siteNos: readonly number[],
    facet: Facet,
    { fromMs, toMs }: { fromMs: number; toMs?: number },
    limit: number,
  ): Promise<FacetSum[]> {
    const rows: Row[] = await this.database.query(
      `SELECT value, sum(requests) AS requests, sum(blocked) AS blocked
       FROM facet_hours WHERE site_no = ANY($1) AND kind = $2 AND hour >= $3 AND hour < coalesce($4, 'infinity'::timestamptz)
       GROUP BY value ORDER BY 2 DESC, 1 LIMIT $5`,
      [siteNos, FACET[facet], toHour(fromMs), toMs === undefined ? null : iso(toMs), limit],
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
    const rows: Row[] = await this.database.query(
      `SELECT kind, value, requests, blocked, response_bytes FROM (
         SELECT kind, value, sum(requests) AS requests, sum(blocked) AS blocked, sum(response_bytes) AS response_bytes,
           row_number() OVER (PARTITION BY kind ORDER BY sum(${by}) DESC, value) AS place
         FROM facet_hours WHERE site_no = ANY($1) AND kind = ANY($2::smallint[]) AND hour >= $3 AND hour < $4
         GROUP BY kind, value
       ) AS placed WHERE place <= $5 ORDER BY kind, place`,
      [siteNos, facets.map((facet) => FACET[facet]), iso(fromMs), iso(toMs), limit],
    );
    const sums = facets.map((facet) => {
      const own = rows.filter((row) => Number(row.kind) === FACET[facet]);
      return [facet, own.map((row) => ({ ...sumOf(row), responseBytes: Number(row.response_bytes) }))];
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
    const rows: Row[] = await this.database.query(
      `SELECT extract(epoch FROM date_trunc('${step}', hour, 'UTC')) * 1000 AS time_ms, sum(requests) AS requests
       FROM facet_hours WHERE site_no = ANY($1) AND kind = $2 AND value = $3 AND hour >= $4 AND hour < $5 GROUP BY 1`,
      [siteNos, FACET[facet], value, iso(fromMs), iso(toMs)],
    );
    return new Map(rows.map((row) => [Number(row.time_ms), Number(row.requests)]));
  }
}
