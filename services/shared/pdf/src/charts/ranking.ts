import { INK, type Sheet } from '../sheet/sheet.ts';

export interface Ranked {
  label: string;
  value: number;
  /** The figure beside the bar. */
  shown: string;
}

const ROW = 19;

/** Values by size, each with a bar under its name. @returns where the next thing can stand */
export function ranking(
  sheet: Sheet,
  { x, y, width }: { x: number; y: number; width: number },
  rows: readonly Ranked[],
  colour: string,
): number {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  rows.forEach(({ label, value, shown }, i) => {
    const top = y + i * ROW;
    const figure = sheet.widthOf(shown, { size: 8.5 });
    sheet.text(label, x, top, { size: 8.5, width: width - figure - 10 });
    sheet.text(shown, x, top, { size: 8.5, width, align: 'right', colour: INK.muted });
    sheet.box(x, top + 13, width, 2.5, INK.line, 1.25);
    sheet.box(x, top + 13, (width * value) / most, 2.5, colour, 1.25);
  });
  return y + rows.length * ROW;
}
