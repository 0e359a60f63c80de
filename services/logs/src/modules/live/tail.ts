import { filterMatch } from '../log-store/filter-match.rules.ts';
import type { LogFilter } from '../log-store/log-filter.types.ts';
import type { LogRow, StatusFilter } from '../log-store/log-row.types.ts';
import type { TailListener } from './tail-feed.service.ts';

/**
 * Buffer of rows that one reader has not received yet. When it is full the oldest are dropped and a gap is reported.
 */
export class Tail implements TailListener {
  private readonly fits: (row: LogRow) => boolean;
  private readonly most: number;
  private rows: LogRow[] = [];
  private hasGap = false;
  private wake = (): void => undefined;

  constructor(filter: LogFilter, status: StatusFilter, most: number) {
    this.fits = filterMatch(filter, status);
    this.most = most;
  }

  offer(row: LogRow): void {
    if (!this.fits(row)) return;
    if (this.rows.length >= this.most) {
      this.rows.shift();
      this.hasGap = true;
    }
    this.rows.push(row);
    this.wake();
  }

  missed(): void {
    this.hasGap = true;
    this.wake();
  }

  /** Wakes the reader that waits in `news`, for news from another source. */
  wakeUp(): void {
    this.wake();
  }

  /** Resolves when there is something to take, after `ms`, or on abort. */
  async news(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.rows.length > 0 || this.hasGap) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.wake = resolve;
    const timer = setTimeout(resolve, ms).unref();
    signal.addEventListener('abort', resolve as () => void);
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', resolve as () => void);
  }

  /** Empties the buffer; newest first, as searches return them. */
  take(): { rows: LogRow[]; hasGap: boolean } {
    const taken = { rows: this.rows.sort(newestFirst), hasGap: this.hasGap };
    [this.rows, this.hasGap] = [[], false];
    return taken;
  }
}

function newestFirst(a: LogRow, b: LogRow): number {
  return b.received_at.getTime() - a.received_at.getTime() || (a.request_id < b.request_id ? 1 : -1);
}
