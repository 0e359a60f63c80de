import type { LogFilter } from '../log-filter.types.ts';
import type { LogPosition } from '../log-row.types.ts';
import { madeAtMs } from '../request-id.rules.ts';
import type { RowKind } from './row-conditions.ts';

/** An id has its request's timestamp (UUIDv7); one that is ahead is corrected on arrival. */
const AROUND_ID_MS = 10 * 60_000;

/** The filter, and the time range of its matches. */
export interface Search {
  siteNos: readonly number[];
  filter: LogFilter;
  client: string | undefined;
  kinds: readonly RowKind[];
  after: LogPosition | null;
}

/** The time range that can contain matches; null: any. */
export function spanOf({ filter, after }: Search): { fromMs: number | null; toMs: number | null } {
  const from: number[] = filter.fromMs === null ? [] : [filter.fromMs];
  const to: number[] = filter.toMs === null ? [] : [filter.toMs];
  if (after) to.push(after.receivedAt.getTime() + 1);
  if (filter.requestId?.[14] === '7') {
    const ms = madeAtMs(filter.requestId);
    from.push(ms - AROUND_ID_MS);
    to.push(ms + AROUND_ID_MS);
  }
  return {
    fromMs: from.length === 0 ? null : Math.max(...from),
    toMs: to.length === 0 ? null : Math.min(...to),
  };
}
