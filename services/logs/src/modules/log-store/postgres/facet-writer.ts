import { byFacet, type FacetCount, OTHER } from '../../records/roll-ups.rules.ts';
import type { AdmittedFacets, FacetAdmission, StoredValue } from '../facet-admission.ts';

interface Sql {
  query(text: string, values: unknown[]): Promise<{ rows: StoredValue[] }>;
}

const STORED = `SELECT f.site_no AS "siteNo", f.kind, (extract(epoch FROM f.hour) * 1000)::float8 AS "hourMs", f.value
  FROM unnest($1::int[], $2::smallint[], $3::timestamptz[]) AS b (site_no, kind, hour)
  JOIN facet_hours f USING (site_no, kind, hour) WHERE f.value <> $4`;

const UPSERT = `
  INSERT INTO facet_hours AS t (site_no, kind, hour, value, requests, blocked, response_bytes)
  SELECT * FROM unnest($1::int[], $2::smallint[], $3::timestamptz[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
  ON CONFLICT (site_no, kind, hour, value) DO UPDATE SET requests = t.requests + excluded.requests,
    blocked = t.blocked + excluded.blocked, response_bytes = t.response_bytes + excluded.response_bytes`;

/**
 * Adds a transaction's counts to the table, sorted by its key, to avoid deadlocks between transactions that count for
 * the same sites.
 * @returns what to remember after the commit
 */
export async function writeFacets(
  sql: Sql,
  counts: readonly FacetCount[],
  admission: FacetAdmission,
): Promise<AdmittedFacets['stored']> {
  if (counts.length === 0) return new Map();
  const { counts: facets, stored } = await admission.admit(
    { valuesOf: (asked) => storedValues(sql, asked) },
    counts,
  );
  facets.sort(byFacet);
  await sql.query(UPSERT, [
    facets.map((row) => row.siteNo),
    facets.map((row) => row.kind),
    facets.map((row) => new Date(row.hourMs).toISOString()),
    facets.map((row) => row.value),
    facets.map((row) => row.requests),
    facets.map((row) => row.blocked),
    facets.map((row) => row.responseBytes),
  ]);
  return stored;
}

async function storedValues(sql: Sql, facets: readonly FacetCount[]): Promise<StoredValue[]> {
  const { rows } = await sql.query(STORED, [
    facets.map(({ siteNo }) => siteNo),
    facets.map(({ kind }) => kind),
    facets.map(({ hourMs }) => new Date(hourMs).toISOString()),
    OTHER,
  ]);
  return rows;
}
