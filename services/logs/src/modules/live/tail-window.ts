import type { LogPosition, LogRow } from '../log-store/log-row.types.ts';

/** Edges deliver side by side: so much older than the newest that was told, a record may still be new. */
export const OVERLAP_MS = 30_000;
/** Of that time; of a busier site the oldest are forgotten first. */
const MAX_TOLD = 5_000;

export interface TailNews {
  /** The oldest first. */
  rows: LogRow[];
  /** Records lie between these and those before that are not told: there were too many at once. */
  hasGap: boolean;
}

/** Which records a reader has been told of, so that each is told once. */
export class TailWindow {
  private readonly told = new Map<string, number>();
  private readonly begin: LogPosition;
  private newest: LogPosition;

  /** @param begin what is not behind it was told before, or is not wanted */
  constructor(begin: LogPosition) {
    this.begin = begin;
    this.newest = begin;
  }

  get position(): LogPosition {
    return this.newest;
  }

  /** From when on there may be news. */
  get fromMs(): number {
    return Math.max(this.begin.receivedAt.getTime(), this.newest.receivedAt.getTime() - OVERLAP_MS);
  }

  /** @param found the newest since then, the newest first; `isCut` where there are more */
  take(found: readonly LogRow[], isCut: boolean): TailNews {
    const rows = found.filter((row) => this.isNews(row)).reverse();
    const hasGap = isCut && rows.length === found.length;
    for (const { request_id, received_at } of rows) this.told.set(request_id, received_at.getTime());
    const last = rows.at(-1);
    if (last !== undefined && last.received_at >= this.newest.receivedAt)
      this.newest = { receivedAt: last.received_at, requestId: last.request_id };
    this.forget();
    return { rows, hasGap };
  }

  private isNews({ received_at, request_id }: LogRow): boolean {
    if (this.told.has(request_id)) return false;
    const afterMs = received_at.getTime() - this.begin.receivedAt.getTime();
    return afterMs > 0 || (afterMs === 0 && request_id > this.begin.requestId);
  }

  private forget(): void {
    for (const [id, atMs] of this.told)
      if (atMs < this.fromMs || this.told.size > MAX_TOLD) this.told.delete(id);
  }
}
