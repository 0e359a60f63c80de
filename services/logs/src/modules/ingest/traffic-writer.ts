import { MINUTES_KEPT_MS, type RollUps, type Traffic } from '../records/roll-ups.rules.ts';

export interface Sql {
  query(text: string, values: unknown[]): Promise<unknown>;
}

const TRAFFIC_COUNTERS = [
  ['requests', 'requests'],
  ['blocked', 'blocked'],
  ['request_bytes', 'requestBytes'],
  ['response_bytes', 'responseBytes'],
  ['allowed_duration_us', 'allowedDurationUs'],
  ['origin_requests', 'originRequests'],
  ['origin_failures', 'originFailures'],
] as const satisfies readonly (readonly [string, keyof Traffic])[];

const TOTAL_COUNTERS = [
  ['requests', 'requests'],
  ['blocked', 'blocked'],
  ['response_bytes', 'responseBytes'],
] as const satisfies readonly (readonly [string, keyof Traffic])[];

const MINUTES = upsert(
  'traffic_minutes',
  [
    ['site_no', 'int'],
    ['minute', 'timestamptz'],
  ],
  TRAFFIC_COUNTERS,
);
const HOURS = upsert(
  'traffic_hours',
  [
    ['site_no', 'int'],
    ['hour', 'timestamptz'],
  ],
  TRAFFIC_COUNTERS,
);
const TOTALS = upsert('site_totals', [['site_no', 'int']], TOTAL_COUNTERS);
/**
 * Adds a transaction's counts to the tables. Always in this order and each sorted by its key, to avoid deadlocks
 * between transactions that count for the same sites. Totals come first: the transaction that has locked a site's row
 * is the only one that counts its facets, in any process.
 */
export async function writeTraffic(
  sql: Sql,
  rollUps: RollUps,
  nowMs: number,
  isMetered: boolean,
): Promise<void> {
  const totals = rollUps.totals();
  // Billing meters the growth of this sum.
  if (!isMetered) for (const row of totals) row.responseBytes = 0;
  if (totals.length === 0) return;
  const hours = rollUps.hours();
  // Rows that retention would drop at once are not written: an import brings a month of them.
  const minutes = rollUps.minutes().filter((row) => row.timeMs >= nowMs - MINUTES_KEPT_MS);
  await sql.query(TOTALS, [totals.map((row) => row.siteNo), ...counts(totals, TOTAL_COUNTERS)]);
  await sql.query(HOURS, [...siteAndTime(hours), ...counts(hours, TRAFFIC_COUNTERS)]);
  await sql.query(MINUTES, [...siteAndTime(minutes), ...counts(minutes, TRAFFIC_COUNTERS)]);
}

function upsert(
  table: string,
  keys: readonly (readonly [column: string, type: string])[],
  counters: readonly (readonly [column: string, property: string])[],
): string {
  const keyColumns = keys.map(([column]) => column);
  const columns = [...keyColumns, ...counters.map(([column]) => column)];
  const arrays = [...keys.map(([, type]) => type), ...counters.map(() => 'bigint')].map(
    (type, i) => `$${i + 1}::${type}[]`,
  );
  const sums = counters.map(([column]) => `${column} = t.${column} + excluded.${column}`);
  return `INSERT INTO ${table} AS t (${columns.join(', ')}) SELECT * FROM unnest(${arrays.join(', ')})
    ON CONFLICT (${keyColumns.join(', ')}) DO UPDATE SET ${sums.join(', ')}`;
}

function counts<Row>(rows: readonly Row[], counters: readonly (readonly [string, keyof Row])[]): unknown[][] {
  return counters.map(([, property]) => rows.map((row) => row[property]));
}

function siteAndTime(rows: readonly Traffic[]): unknown[][] {
  return [rows.map((row) => row.siteNo), rows.map((row) => iso(row.timeMs))];
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
