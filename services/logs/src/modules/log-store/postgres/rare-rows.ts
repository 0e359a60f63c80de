import type { LogFilter } from '../log-filter.types.ts';
import { LOG_COLUMNS } from '../log-row.types.ts';
import { type RowKind, rowConditions } from './row-conditions.ts';

/** Rows read of all sites at once. */
export interface RareQuestion {
  siteNos: readonly number[];
  filter: LogFilter;
  client: string | undefined;
  fromMs: number;
  toMs: number;
  /** Only rows after this one. */
  after: { receivedAt: Date; requestId: string } | null;
  limit: number;
}

/**
 * Whether the index `request_logs_values` can exclude block ranges for this filter. Rows with a partial index of their
 * own are found faster through that.
 */
export function isSummarized(
  filter: LogFilter,
  client: string | undefined,
  kinds: readonly RowKind[],
): boolean {
  const { address, country, network, method, agent, ja4, path } = filter;
  if (kinds.includes('noticed') || kinds.includes('failed')) return false;
  const isOne = (part: { value: string; not: boolean } | null, others: string) =>
    part !== null && !part.not && !(others !== '' && part.value.includes(others));
  return (
    client !== undefined ||
    isOne(address, '/') ||
    isOne(country, '') ||
    (network !== null && !network.not) ||
    isOne(method, '') ||
    [agent, ja4, path].some((part) => isOne(part, '') && part?.value.endsWith('*') === false)
  );
}

/**
 * Settings of one statement: the planner assumes that matches are spread evenly, and would scan the table; these leave
 * it bitmap scans, for which the partial indexes do not apply here.
 */
export const READ_BY_SUMMARIES =
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off';

/** The statement, with its parameters. Conditions on the kind are written so that no partial index matches them. */
export function rareRows(
  question: RareQuestion,
  kinds: readonly RowKind[],
): { sql: string; values: unknown[] } {
  const { siteNos, filter, client, fromMs, toMs, after, limit } = question;
  const values: unknown[] = [siteNos, new Date(fromMs).toISOString(), new Date(toMs).toISOString(), limit];
  const put = (value: unknown) => `$${values.push(value)}`;
  const parts = ['l.site_no = ANY($1::int[])', 'l.received_at >= $2', 'l.received_at < $3'];
  if (kinds.length === 1) parts.push(`l.blocked::int = ${kinds[0] === 'blocked' ? 1 : 0}`);
  if (after !== null)
    parts.push(
      `(l.received_at, l.request_id) < (${put(after.receivedAt.toISOString())}::timestamptz, ${put(after.requestId)})`,
    );
  if (client !== undefined) parts.push(`l.client_address = ${put(client)}`);
  const conditions = rowConditions(filter, values.length + 1);
  return {
    sql: `SELECT ${LOG_COLUMNS.map((column) => `l.${column}`).join(', ')} FROM request_logs l
      WHERE ${parts.join(' AND ')}${conditions.sql} ORDER BY l.received_at DESC, l.request_id DESC LIMIT $4`,
    values: [...values, ...conditions.values],
  };
}
