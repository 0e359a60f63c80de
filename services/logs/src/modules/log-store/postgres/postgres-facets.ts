import type { DataSource } from 'typeorm';
import { FACET, type Facet } from '../../records/roll-ups.rules.ts';
import type { FacetBytes, FacetSum, LogFacets, Span } from '../log-store.port.ts';
import { facetRows } from './facet-rows.ts';

type Row = Record<string, string>;

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
    span: { fromMs: number; toMs?: number },
    limit: number,
  ): Promise<FacetSum[]> {
    const { sql, values } = facetRows({ siteNos, kinds: [FACET[facet]] }, span);
    const rows: Row[] = await this.database.query(
      `SELECT value, sum(requests) AS requests, sum(blocked) AS blocked FROM (${sql}) AS f
       GROUP BY value ORDER BY 2 DESC, 1 LIMIT $${values.length + 1}`,
      [...values, limit],
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
    const { sql, values } = facetRows({ siteNos, kinds: facets.map((facet) => FACET[facet]) }, span);
    const rows: Row[] = await this.database.query(
      `SELECT kind, value, requests, blocked, response_bytes FROM (
         SELECT kind, value, sum(requests) AS requests, sum(blocked) AS blocked, sum(response_bytes) AS response_bytes,
           row_number() OVER (PARTITION BY kind ORDER BY sum(${by}) DESC, value) AS place
         FROM (${sql}) AS f GROUP BY kind, value
       ) AS placed WHERE place <= $${values.length + 1} ORDER BY kind, place`,
      [...values, limit],
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
    span: Span,
  ): Promise<Map<number, number>> {
    const { sql, values } = facetRows({ siteNos, kinds: [FACET[facet]], value, byDay: step === 'day' }, span);
    const rows: Row[] = await this.database.query(
      `SELECT extract(epoch FROM date_trunc('${step}', time, 'UTC')) * 1000 AS time_ms, sum(requests) AS requests
       FROM (${sql}) AS f GROUP BY 1`,
      values,
    );
    return new Map(rows.map((row) => [Number(row.time_ms), Number(row.requests)]));
  }
}
