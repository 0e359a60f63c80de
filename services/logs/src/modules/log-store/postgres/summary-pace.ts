import { type SearchWindow, windowsSince } from './search-windows.ts';

/** A fast window is followed by a wider one, one that took longer than this by a narrower one. */
const SLOW_MS = 300;
const TIMES_WIDER = 4;
/** All sites' rows of a minute are few enough to be read where summaries exclude none of them. */
const FIRST_STRETCH_MS = 60_000;
/** Initial estimate of the rows that a walk reads per millisecond. */
const USUALLY_WALKED = 50;
/** A walk over fewer rows is no measurement of its speed. */
const TELLING_ROWS = 1_000;

/**
 * Decides whether a search uses summaries, and how wide its windows are. Summaries do not distinguish sites: for a
 * value that is rare at this site and frequent at others no block range is excluded, and all sites' rows are read. So
 * windows begin narrow, and a search walks over its own sites' rows as soon as that would have been faster; it tries
 * summaries again later, less and less often.
 */
export class SummaryPace {
  private widthMs = FIRST_STRETCH_MS;
  private walkedPerMs = USUALLY_WALKED;
  private walksLeft = 0;
  private walksNext = 1;

  constructor(private readonly quickMs: number) {}

  get isNext(): boolean {
    return this.walksLeft === 0;
  }

  /** The newest window of what is left, which is not empty. */
  stretchOf(windows: readonly SearchWindow[]): SearchWindow {
    const toMs = windows[0]!.toMs;
    const fromMs = Math.max(toMs - this.widthMs, windows.at(-1)!.fromMs);
    const rows = windowsSince(windows, fromMs).reduce((sum, window) => sum + window.rows, 0);
    return { fromMs, toMs, rows };
  }

  /** @param ownRows number of rows of the searched sites in the window */
  took(ownRows: number, ms: number): void {
    if (ms < this.quickMs) this.widthMs *= TIMES_WIDER;
    else if (ownRows < ms * this.walkedPerMs) this.gaveUp();
    else if (ms > SLOW_MS) this.widthMs = Math.max(FIRST_STRETCH_MS, this.widthMs / TIMES_WIDER);
  }

  gaveUp(): void {
    this.widthMs = FIRST_STRETCH_MS;
    this.walksLeft = this.walksNext;
    this.walksNext *= 2;
  }

  walked(ownRows: number, ms: number): void {
    if (ownRows >= TELLING_ROWS) this.walkedPerMs = ownRows / Math.max(ms, 1);
    if (this.walksLeft > 0) this.walksLeft--;
  }
}
