import type { Sheet } from '../sheet/sheet.ts';
import { type Box, frame } from './frame.ts';
import { scaleOf, shortNumber } from './scale.ts';

export interface Column {
  label: string;
  /** From the foot upwards, a value for each colour. */
  parts: readonly number[];
}

/** Stacked columns, such as one a day. */
export function columnChart(
  sheet: Sheet,
  box: Box,
  columns: readonly Column[],
  colours: readonly string[],
): void {
  const sums = columns.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const scale = scaleOf(Math.max(0, ...sums));
  const labels = columns.map(({ label }) => label);
  const plot = frame(sheet, box, scale, labels, shortNumber);
  const step = plot.width / Math.max(1, columns.length);
  const width = Math.min(28, step * 0.68);
  columns.forEach(({ parts }, i) => {
    let foot = plot.y + plot.height;
    parts.forEach((part, series) => {
      // What is not nothing is seen.
      const height = part === 0 ? 0 : Math.max(0.75, (part / scale.top) * plot.height);
      foot -= height;
      sheet.box(plot.x + step * (i + 0.5) - width / 2, foot, width, height, colours[series] ?? '#999999');
    });
  });
}
