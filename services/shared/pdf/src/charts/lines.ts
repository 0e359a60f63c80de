import type { Sheet } from '../sheet/sheet.ts';
import { type Box, frame } from './frame.ts';
import { type Scale, scaleOf, shortNumber } from './scale.ts';

export interface LinePoint {
  label: string;
  /** Percent; null where nothing is known: the line has a gap. */
  value: number | null;
}

const quarters = (top: number): Scale => ({
  top,
  ticks: [0, 1, 2, 3, 4].map((quarter) => (top * quarter) / 4),
});

/**
 * A share over days, from nought or from `from` on.
 * @param range `from`: the foot of the axis; `to`: its end, or null for as high as the values go
 */
export function percentChart(
  sheet: Sheet,
  box: Box,
  points: readonly LinePoint[],
  colour: string,
  range: { from: number; to: number | null },
): void {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const scale =
    range.to === null
      ? scaleOf(Math.max(0.4, ...known) - range.from, false)
      : quarters(range.to - range.from);
  const { top } = scale;
  const plot = frame(
    sheet,
    box,
    scale,
    points.map(({ label }) => label),
    (tick) => `${shortNumber(range.from + tick)}%`,
  );
  const step = plot.width / Math.max(1, points.length);
  const place = (value: number, i: number): [number, number] => {
    const share = Math.min(1, Math.max(0, (value - range.from) / top));
    return [plot.x + step * (i + 0.5), plot.y + plot.height * (1 - share)];
  };
  let stretch: [number, number][] = [];
  const end = () => {
    if (stretch.length > 1) sheet.polyline(stretch, colour);
    for (const [x, y] of stretch) sheet.dot(x, y, 1.6, colour);
    stretch = [];
  };
  points.forEach(({ value }, i) => {
    if (value === null) end();
    else stretch.push(place(value, i));
  });
  end();
}
