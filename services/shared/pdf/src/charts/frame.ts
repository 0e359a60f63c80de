import { INK, type Sheet } from '../sheet/sheet.ts';
import type { Scale } from './scale.ts';

/** Where a chart stands, with its axes' words. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const AXIS_WIDTH = 34;
const LABEL_HEIGHT = 14;
const SMALL = { size: 7, colour: INK.muted } as const;
/** Labels of days stand no closer. */
const LABEL_ROOM = 34;

/** Draws the axes. @returns where the values go */
export function frame(
  sheet: Sheet,
  box: Box,
  scale: Scale,
  labels: readonly string[],
  format: (value: number) => string,
): Box {
  const plot = {
    x: box.x + AXIS_WIDTH,
    y: box.y,
    width: box.width - AXIS_WIDTH,
    height: box.height - LABEL_HEIGHT,
  };
  for (const tick of scale.ticks) {
    const y = plot.y + plot.height * (1 - tick / scale.top);
    sheet.line([plot.x, y], [plot.x + plot.width, y]);
    sheet.text(format(tick), box.x, y - 5, { ...SMALL, width: AXIS_WIDTH - 5, align: 'right' });
  }
  const every = Math.max(1, Math.ceil((labels.length * LABEL_ROOM) / plot.width));
  const step = plot.width / Math.max(1, labels.length);
  labels.forEach((label, i) => {
    if (i % every !== 0) return;
    const middle = plot.x + step * (i + 0.5);
    sheet.text(label, middle - LABEL_ROOM / 2, plot.y + plot.height + 3, {
      ...SMALL,
      width: LABEL_ROOM,
      align: 'centre',
    });
  });
  return plot;
}

/** What the colours mean, in one row. */
export function legend(
  sheet: Sheet,
  x: number,
  y: number,
  entries: readonly { name: string; colour: string }[],
): void {
  let at = x;
  for (const { name, colour } of entries) {
    sheet.box(at, y + 2.5, 7, 7, colour, 1.5);
    sheet.text(name, at + 11, y, { size: 8, colour: INK.muted });
    at += 11 + sheet.widthOf(name, { size: 8 }) + 16;
  }
}
