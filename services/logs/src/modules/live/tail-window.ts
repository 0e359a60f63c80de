import { MINUTE_MS } from '@palisade/basics';
import type { LogPosition, LogRow } from '../log-store/log-row.types.ts';

/**
 * Overlap of consecutive searches, ms. Edges deliver independently, so a record may arrive this much later than newer
 * ones that were already sent.
 */
export const OVERLAP_MS = 30_000;
/**
 * Maximum delay between receiving a request and storing its record, ms. When nothing matches, the position moves on to
 * this far in the past.
 */
export const MAX_LATE_MS = 2 * MINUTE_MS;
/** Maximum number of remembered ids of sent records. On a busier site the oldest are forgotten first. */
const MAX_SENT_IDS = 5_000;
/** The nil UUID, which sorts before every request id. */
export const NO_REQUEST = '00000000-0000-0000-0000-000000000000';

export interface TailSearch {
  /** Rows since `fromMs`, newest first. */
  rows: readonly LogRow[];
  /** Whether the search hit its row limit, so that there may be more. */
  isCut: boolean;
  /** How far back the search got before it ran out of time; null if it completed. */
  searchedToMs: number | null;
  /** When the search began. */
  atMs: number;
}

export interface TailNews {
  /** Oldest first. */
  rows: LogRow[];
  /** Whether records may be missing between these rows and those sent before. */
  hasGap: boolean;
}

/** Remembers which records a reader has received, so that each is sent once. */
export class TailWindow {
  private readonly sentIds = new Map<string, number>();
  private readonly begin: LogPosition;
  private newest: LogPosition;
  private searchedAtMs = Number.NEGATIVE_INFINITY;

  /** @param begin only records after this position are sent */
  constructor(begin: LogPosition) {
    this.begin = begin;
    this.newest = begin;
  }

  /** Position to resume from: a client that reconnects with it misses nothing and receives few records twice. */
  get position(): LogPosition {
    const waitedForMs = this.searchedAtMs - MAX_LATE_MS;
    return waitedForMs > this.newest.receivedAt.getTime()
      ? { receivedAt: new Date(waitedForMs), requestId: NO_REQUEST }
      : this.newest;
  }

  /** Start of the time range that may still contain unsent records. */
  get fromMs(): number {
    const newestMs = this.newest.receivedAt.getTime();
    return Math.max(this.begin.receivedAt.getTime(), newestMs - OVERLAP_MS, this.searchedAtMs - MAX_LATE_MS);
  }

  take({ rows: found, isCut, searchedToMs, atMs }: TailSearch): TailNews {
    const rows = found.filter((row) => this.isNews(row)).reverse();
    const hasGap = this.leavesOut(found.at(-1), isCut, searchedToMs);
    for (const { request_id, received_at } of rows) this.sentIds.set(request_id, received_at.getTime());
    // A record dated in the future (an edge clock that is ahead) must not hide records that others receive until then.
    const last = found.find(({ received_at }) => received_at.getTime() <= atMs);
    if (last !== undefined && isBehind(last, this.newest))
      this.newest = { receivedAt: last.received_at, requestId: last.request_id };
    // What this search has skipped is reported as a gap and not searched for again.
    this.searchedAtMs = atMs;
    this.forget();
    return { rows, hasGap };
  }

  /** Whether the search ended before it reached what earlier searches have covered. */
  private leavesOut(oldest: LogRow | undefined, isCut: boolean, searchedToMs: number | null): boolean {
    if (searchedToMs !== null && searchedToMs > this.seenToMs) return true;
    return isCut && oldest !== undefined && this.isNews(oldest);
  }

  /** Earlier searches have covered everything received until this time, except for late arrivals. */
  private get seenToMs(): number {
    return Math.max(this.begin.receivedAt.getTime(), this.searchedAtMs - OVERLAP_MS);
  }

  private isNews(row: LogRow): boolean {
    return !this.sentIds.has(row.request_id) && isBehind(row, this.begin);
  }

  private forget(): void {
    for (const [id, atMs] of this.sentIds)
      if (atMs < this.fromMs || this.sentIds.size > MAX_SENT_IDS) this.sentIds.delete(id);
  }
}

function isBehind({ received_at, request_id }: LogRow, { receivedAt, requestId }: LogPosition): boolean {
  const afterMs = received_at.getTime() - receivedAt.getTime();
  return afterMs > 0 || (afterMs === 0 && request_id > requestId);
}
