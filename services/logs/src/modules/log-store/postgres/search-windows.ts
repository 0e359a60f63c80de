import { HOUR_MS } from '@palisade/basics';

/** An hour that may contain matches, and the number of rows to read in it. */
export interface CandidateHour {
  hourMs: number;
  rows: number;
}

/** A time range that is searched at once: `fromMs` inclusive, `toMs` exclusive. */
export interface SearchWindow {
  fromMs: number;
  toMs: number;
  rows: number;
}

/**
 * Windows of at most about `mostRows` rows, newest first: quiet neighbouring hours are combined, a busy hour is divided
 * into equal parts.
 * @param hours newest first
 */
export function* searchWindows(hours: readonly CandidateHour[], mostRows: number): Generator<SearchWindow> {
  let open: SearchWindow | null = null;
  for (const { hourMs, rows } of hours) {
    if (open && open.fromMs === hourMs + HOUR_MS && open.rows + rows <= mostRows) {
      open = { fromMs: hourMs, toMs: open.toMs, rows: open.rows + rows };
      continue;
    }
    if (open) yield* partsOf(open, mostRows);
    open = { fromMs: hourMs, toMs: hourMs + HOUR_MS, rows };
  }
  if (open) yield* partsOf(open, mostRows);
}

/**
 * Windows that overlap a time range, which may lie within an hour. An hour's rows until `nowMs` come before it: the
 * rest of the hour is one window for the few whose clock is ahead.
 */
export function* windowsWithin(
  windows: Iterable<SearchWindow>,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  nowMs: number,
): Generator<SearchWindow> {
  const ahead: SearchWindow[] = [];
  for (const window of windows) {
    if (window.toMs <= fromMs || window.fromMs >= toMs) continue;
    if (window.fromMs >= nowMs) {
      ahead.push(window);
      continue;
    }
    yield* atOnce(ahead.splice(0));
    yield window;
  }
  yield* atOnce(ahead);
}

/** The part of the windows before a time; a window that contains it is divided, with its rows in proportion. */
export const windowsBefore = (windows: readonly SearchWindow[], ms: number): SearchWindow[] =>
  windows.filter(({ fromMs }) => fromMs < ms).map((window) => part(window, window.fromMs, ms));

/** The part of the windows from a time on. */
export const windowsSince = (windows: readonly SearchWindow[], ms: number): SearchWindow[] =>
  windows.filter(({ toMs }) => toMs > ms).map((window) => part(window, ms, window.toMs));

function part(window: SearchWindow, earliestMs: number, latestMs: number): SearchWindow {
  const [fromMs, toMs] = [Math.max(window.fromMs, earliestMs), Math.min(window.toMs, latestMs)];
  return { fromMs, toMs, rows: Math.round((window.rows * (toMs - fromMs)) / (window.toMs - window.fromMs)) };
}

function* atOnce(windows: readonly SearchWindow[]): Generator<SearchWindow> {
  const [newest, oldest] = [windows[0], windows.at(-1)];
  if (newest && oldest) yield { fromMs: oldest.fromMs, toMs: newest.toMs, rows: 0 };
}

function* partsOf(window: SearchWindow, mostRows: number): Generator<SearchWindow> {
  const { fromMs, toMs, rows } = window;
  const parts = Math.min(toMs - fromMs, Math.max(1, Math.ceil(rows / mostRows)));
  const edge = (part: number) => fromMs + Math.floor(((toMs - fromMs) * part) / parts);
  for (let part = parts; part > 0; part--)
    yield { fromMs: edge(part - 1), toMs: edge(part), rows: Math.ceil(rows / parts) };
}
