import type { FacetCount } from '../../records/roll-ups.rules.ts';
import type { AdmittedFacets, FacetAdmission, FacetRows } from './facet-admission.ts';

const UPSERT = `
  INSERT INTO facet_hours AS t (site_no, kind, hour, value, requests, blocked, response_bytes)
  SELECT * FROM unnest($1::int[], $2::smallint[], $3::timestamptz[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
  ON CONFLICT (site_no, kind, hour, value) DO UPDATE SET requests = t.requests + excluded.requests,
    blocked = t.blocked + excluded.blocked, response_bytes = t.response_bytes + excluded.response_bytes`;

/**
 * Adds a transaction's counts to the table, sorted by its key: transactions that count for the same sites wait for each other
 * instead of locking each other out.
 * @returns what to remember once all is committed
 */
export async function writeFacets(
  sql: FacetRows,
  counts: readonly FacetCount[],
  admission: FacetAdmission,
): Promise<AdmittedFacets['stored']> {
  if (counts.length === 0) return new Map();
  const { counts: facets, stored } = await admission.admit(sql, counts);
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
