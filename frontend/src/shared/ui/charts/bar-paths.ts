import { nice, ticks } from 'd3-array';

/** Lines of the grid, about. */
const LINES = 4;
/** Share of a bar's place that stays free beside it. */
const FREE_SHARE = 0.2;
const MAX_BAR_PX = 28;
/** Between the bars of one place. */
const GAP_PX = 3;
const RADIUS_PX = 4;
/** About a digit or letter of a label below the bars, and what stays free between two labels. */
const CHARACTER_PX = 6.6;
const LABEL_GAP_PX = 14;

/** The axis of counts: whole figures that are easy to read, the last of them no less than the most that is counted. */
export function countAxis(most: number): { top: number; lines: readonly number[] } {
  const top = nice(0, Math.max(1, most), LINES)[1];
  return { top, lines: ticks(0, top, LINES).filter(Number.isInteger) };
}

interface BarBox {
  /** Height of the whole plot, px. */
  width: number;
  height: number;
  /** The count at its upper edge. */
  top: number;
  /** Series beside each other; 1: all in one place, over each other. */
  beside: number;
}

/** The bars of one series as one path: what is drawn as one is quick, however many there are. */
export function barPath(values: readonly number[], { width, height, top, beside }: BarBox, at = 0): string {
  const place = width / values.length;
  const free = place * (1 - FREE_SHARE);
  const bar = Math.max(1, Math.min(MAX_BAR_PX, (free - GAP_PX * (beside - 1)) / beside));
  const group = beside * bar + (beside - 1) * GAP_PX;
  const radius = beside === 1 ? 0 : Math.min(RADIUS_PX, bar / 2);
  return values
    .map((value, index) => {
      const high = (value / top) * height;
      return high <= 0
        ? ''
        : rounded(index * place + (place - group) / 2 + at * (bar + GAP_PX), height, bar, high, radius);
    })
    .join('');
}

/** Upright, its upper corners rounded. */
function rounded(left: number, foot: number, wide: number, high: number, radius: number): string {
  const round = Math.min(radius, high);
  const [x, y] = [left, foot - high].map((px) => px.toFixed(1));
  const corner = round.toFixed(1);
  const straight = (wide - 2 * round).toFixed(1);
  const side = (high - round).toFixed(1);
  return round === 0
    ? `M${x},${y}h${wide.toFixed(1)}v${high.toFixed(1)}h-${wide.toFixed(1)}z`
    : `M${x},${foot}v-${side}q0,-${corner} ${corner},-${corner}h${straight}q${corner},0 ${corner},${corner}v${side}z`;
}

/** Which bars are named below them: as many as have room, the last one among them. */
export function namedBars(labels: readonly string[], width: number): number[] {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  const needed = longest * CHARACTER_PX + LABEL_GAP_PX;
  const every = Math.max(1, Math.ceil(needed / (width / labels.length)));
  return [...labels.keys()].filter((at) => (labels.length - 1 - at) % every === 0);
}
