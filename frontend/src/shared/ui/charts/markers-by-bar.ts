/** Something that happened while traffic was counted. */
export interface ChartMarker {
  key: string;
  /** Milliseconds of 1970. */
  atMs: number;
  /** Short description of the change: "Version 7". */
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
