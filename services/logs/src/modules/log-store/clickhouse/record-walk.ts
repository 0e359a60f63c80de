import { LOG_COLUMNS, type LogPosition, type LogRow } from '../log-row.types.ts';
import type { ClickhouseConnection } from './clickhouse-connection.ts';
import type { Conditions } from './record-conditions.ts';
import { nextReach, type Reach } from './walk-reach.rules.ts';

const SELECTED = LOG_COLUMNS.map((column) =>
  column === 'received_at' ? 'toUnixTimestamp64Milli(received_at)' : column,
).join(', ');

export interface Walk {
  siteNos: readonly number[];
  conditions: Conditions;
  /** `toMs` is exclusive. */
  span: { fromMs: number; toMs: number };
  /** Only records after this position. */
  after: LogPosition | null;
  limit: number;
  /** Stops between two steps once this time has passed. */
  withinMs?: number;
}

/**
 * Newest first. `searchedToMs`: where it stopped for lack of time; null: at the end of the log, or with a full page.
 */
export async function walkRecords(
  clickhouse: ClickhouseConnection,
  { siteNos, conditions, span, after, limit, withinMs = Number.POSITIVE_INFINITY }: Walk,
  seconds?: number,
): Promise<{ rows: LogRow[]; searchedToMs: number | null }> {
  const rows: LogRow[] = [];
  if (siteNos.length === 0) return { rows, searchedToMs: null };
  const started = performance.now();
  const toMs = after ? Math.min(span.toMs, after.receivedAt.getTime() + 1) : span.toMs;
  let reach: Reach | null = null;
  for (let endMs = toMs; endMs > span.fromMs; ) {
    reach = nextReach(reach, { found: rows.length, limit });
    const step = { fromMs: Math.max(span.fromMs, toMs - reach.ms), toMs: endMs };
    rows.push(
      ...(await rowsOf(clickhouse, {
        where: `${IN_TIME}${after ? BEHIND : ''}${conditions.sql}`,
        values: {
          ...conditions.values,
          sites: siteNos,
          ...timeOf(step),
          ...(after && { after_ms: after.receivedAt.getTime(), after_id: after.requestId }),
        },
        tail: `ORDER BY received_at DESC, request_id DESC LIMIT ${limit - rows.length}`,
        seconds,
      })),
    );
    if (rows.length >= limit || step.fromMs <= span.fromMs) break;
    if (performance.now() - started >= withinMs) return { rows, searchedToMs: step.fromMs };
    endMs = step.fromMs;
  }
  return { rows, searchedToMs: null };
}

export interface RowsQuestion {
  where: string;
  values: Record<string, unknown>;
  tail?: string;
  seconds?: number | undefined;
}

export async function rowsOf(
  clickhouse: ClickhouseConnection,
  { where, values, tail = '', seconds }: RowsQuestion,
): Promise<LogRow[]> {
  const found = await clickhouse.rows(
    `SELECT ${SELECTED} FROM request_logs WHERE ${where} ${tail}`,
    values,
    seconds,
  );
  return found.map(toRow);
}

/** Records of these sites in a time range. Parameters: `sites`, and those of `timeOf`. */
export const IN_TIME = `site_no IN {sites:Array(UInt32)}
  AND received_at >= fromUnixTimestamp64Milli({from_ms:Int64}) AND received_at < fromUnixTimestamp64Milli({to_ms:Int64})`;
const BEHIND =
  ' AND (received_at, request_id) < (fromUnixTimestamp64Milli({after_ms:Int64}), {after_id:String})';

/** `toMs` is exclusive. */
export const timeOf = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => ({
  from_ms: Math.max(0, Math.floor(fromMs)),
  to_ms: Math.max(0, Math.floor(toMs)),
});

function toRow(values: unknown[]): LogRow {
  const row = Object.fromEntries(LOG_COLUMNS.map((column, i) => [column, values[i]]));
  return {
    ...(row as unknown as LogRow),
    received_at: new Date(Number(row.received_at)),
    matches: row.matches === '' ? null : JSON.parse(String(row.matches)),
  };
}
