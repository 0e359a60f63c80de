import { type SearchWindow, windowsSince } from './search-windows.ts';

/** A stretch that was quick is followed by a wider one, one that took longer than this by a narrower one. */
const SLOW_MS = 300;
const TIMES_WIDER = 4;
/** All sites' rows of a minute are few enough to be read where summaries leave out none of them. */
const FIRST_STRETCH_MS = 60_000;
/** So many of its own rows a walk reads in a millisecond, until it is known better. */
const USUALLY_WALKED = 50;
/** A walk over fewer says little of how fast it is. */
const TELLING_ROWS = 1_000;

/**
 * How far a search goes by summaries at once, and whether it does. Summaries know no site: a value that is rare at this one and
 * frequent at others is in every stretch, of which all rows are read then, whoever's they are. So stretches begin narrow, and a search
 * walks over its own rows instead as soon as that would have been quicker; it asks summaries again later, less and less often.
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

  /** Of what is left, newest first and not empty: its newest stretch. */
  stretchOf(windows: readonly SearchWindow[]): SearchWindow {
    const toMs = windows[0]!.toMs;
    const fromMs = Math.max(toMs - this.widthMs, windows.at(-1)!.fromMs);
    const rows = windowsSince(windows, fromMs).reduce((sum, window) => sum + window.rows, 0);
    return { fromMs, toMs, rows };
  }

  /** @param ownRows what the sites that are searched have in the stretch */
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
