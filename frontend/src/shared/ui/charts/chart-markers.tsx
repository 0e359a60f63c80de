import { Flag } from 'lucide-react';
import { Tooltip } from '../tooltip.tsx';
import { PLOT, plotX } from './bar-span.ts';

/** Something that happened while traffic was counted. */
export interface ChartMarker {
  key: string;
  /** Milliseconds of 1970. */
  atMs: number;
  /** What it was, in a few words: "Version 7". */
  title: string;
  /** When, who, what. */
  text: string;
}

/** Markers by the bar under which they fall. */
export function markersByBar(
  markers: readonly ChartMarker[],
  beginsMs: readonly number[],
  stepMs: number,
): ReadonlyMap<number, readonly ChartMarker[]> {
  const byBar = new Map<number, ChartMarker[]>();
  for (const marker of markers) {
    const bar = beginsMs.findIndex((begin) => marker.atMs >= begin && marker.atMs < begin + stepMs);
    if (bar !== -1) byBar.set(bar, [...(byBar.get(bar) ?? []), marker]);
  }
  return byBar;
}

/** Lines over the chart where something was changed, each with a flag that says what. */
export function ChartMarkers({
  byBar,
  bars,
}: {
  byBar: ReadonlyMap<number, readonly ChartMarker[]>;
  bars: number;
}) {
  return [...byBar].map(([bar, markers]) => (
    <div
      key={bar}
      className="pointer-events-none absolute top-0 w-0"
      style={{ left: plotX((bar + 0.5) / bars), bottom: PLOT.bottom }}
    >
      <div aria-hidden="true" className="absolute top-6 bottom-0 border-l border-dashed border-ink-faint" />
      <Tooltip
        text={markers.map(({ key, title, text }) => (
          <span key={key} className="block not-first:mt-1.5">
            <span className="font-[600]">{title}</span> {text}
          </span>
        ))}
      >
        <button
          type="button"
          aria-label={markers.map(({ title, text }) => `${title} ${text}`).join('. ')}
          className="pointer-events-auto absolute -left-3 grid size-6 place-items-center rounded-full border border-line-strong bg-raised text-ink-muted shadow-1 hover:text-ink"
        >
          {markers.length === 1 ? (
            <Flag aria-hidden="true" className="size-3" />
          ) : (
            <span className="text-2xs font-[640]">{markers.length}</span>
          )}
        </button>
      </Tooltip>
    </div>
  ));
}
