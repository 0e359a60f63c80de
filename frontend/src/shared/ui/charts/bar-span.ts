/** Room around the bars within the chart, in px: an axis to the left of them, another and the legend below. */
export const PLOT = { left: 48, right: 4, bottom: 58 } as const;

/** Bars from one to another, both included. */
export interface BarSpan {
  first: number;
  last: number;
}

export function spanOf(one: number, other: number): BarSpan {
  return { first: Math.min(one, other), last: Math.max(one, other) };
}

/** Which bar is at `x` px from the left edge of a chart that is `width` px wide; beyond the edges, the outermost. */
export function barAt(x: number, width: number, bars: number): number {
  const plot = width - PLOT.left - PLOT.right;
  return Math.min(bars - 1, Math.max(0, Math.floor(((x - PLOT.left) / plot) * bars)));
}

/** Left edge of a part of the plot in CSS, `part` from 0 to 1, so that nothing has to be measured. */
export function plotX(part: number): string {
  return `calc(${PLOT.left}px + (100% - ${PLOT.left + PLOT.right}px) * ${part.toFixed(5)})`;
}

export function plotWidth(part: number): string {
  return `calc((100% - ${PLOT.left + PLOT.right}px) * ${part.toFixed(5)})`;
}
