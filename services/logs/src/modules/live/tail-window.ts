import type { LogPosition, LogRow } from '../log-store/log-row.types.ts';
import { MINUTE_MS } from '../records/roll-ups.rules.ts';

/** Edges deliver side by side: so much older than the newest that was told, a record may still be new. */
export const OVERLAP_MS = 30_000;
/** Where nothing fits, nothing newer is told, and what has not come so long after it was received is waited for no more. */
export const MAX_LATE_MS = 2 * MINUTE_MS;
/** Of that time; of a busier site the oldest are forgotten first. */
const MAX_TOLD = 5_000;
/** No request has this id. */
export const NO_REQUEST = '00000000-0000-0000-0000-000000000000';

export interface TailLook {
  /** The newest since `fromMs`, the newest first. */
  rows: readonly LogRow[];
  /** There may be more of them. */
  isCut: boolean;
  /** Where it stopped for want of time; null: it did not. */
  searchedToMs: number | null;
  /** When it began. */
  atMs: number;
}

export interface TailNews {
  /** The oldest first. */
  rows: LogRow[];
  /** Records may lie between these and those before that are not told. */
  hasGap: boolean;
}

/** Which records a reader has been told of, so that each is told once. */
export class TailWindow {
  private readonly told = new Map<string, number>();
  private readonly begin: LogPosition;
  private newest: LogPosition;
  private lookedAtMs = Number.NEGATIVE_INFINITY;

  /** @param begin what is not behind it was told before, or is not wanted */
  constructor(begin: LogPosition) {
    this.begin = begin;
    this.newest = begin;
  }

  /** Who comes back with it has missed nothing, and hears little again. */
  get position(): LogPosition {
    const waitedForMs = this.lookedAtMs - MAX_LATE_MS;
    return waitedForMs > this.newest.receivedAt.getTime()
      ? { receivedAt: new Date(waitedForMs), requestId: NO_REQUEST }
      : this.newest;
  }

  /** From when on there may be news. */
  get fromMs(): number {
    const newestMs = this.newest.receivedAt.getTime();
    return Math.max(this.begin.receivedAt.getTime(), newestMs - OVERLAP_MS, this.lookedAtMs - MAX_LATE_MS);
  }

  take({ rows: found, isCut, searchedToMs, atMs }: TailLook): TailNews {
    const rows = found.filter((row) => this.isNews(row)).reverse();
    const hasGap = this.leavesOut(found.at(-1), isCut, searchedToMs);
    for (const { request_id, received_at } of rows) this.told.set(request_id, received_at.getTime());
    // A clock that is ahead must not hide what the others receive until then.
    const last = found.find(({ received_at }) => received_at.getTime() <= atMs);
    if (last !== undefined && isBehind(last, this.newest))
      this.newest = { receivedAt: last.received_at, requestId: last.request_id };
    // What this look has left out is said to be missing, and not looked for again.
    this.lookedAtMs = atMs;
    this.forget();
    return { rows, hasGap };
  }

  /** Whether it ended before it came to what an earlier look has seen. */
  private leavesOut(oldest: LogRow | undefined, isCut: boolean, searchedToMs: number | null): boolean {
    if (searchedToMs !== null && searchedToMs > this.seenToMs) return true;
    return isCut && oldest !== undefined && this.isNews(oldest);
  }

  /** Earlier looks have seen what was received until then, but for what came later still. */
  private get seenToMs(): number {
    return Math.max(this.begin.receivedAt.getTime(), this.lookedAtMs - OVERLAP_MS);
  }

  private isNews(row: LogRow): boolean {
    return !this.told.has(row.request_id) && isBehind(row, this.begin);
  }

  private forget(): void {
    for (const [id, atMs] of this.told)
      if (atMs < this.fromMs || this.told.size > MAX_TOLD) this.told.delete(id);
  }
}

function isBehind({ received_at, request_id }: LogRow, { receivedAt, requestId }: LogPosition): boolean {
  const afterMs = received_at.getTime() - receivedAt.getTime();
  return afterMs > 0 || (afterMs === 0 && request_id > requestId);
}
