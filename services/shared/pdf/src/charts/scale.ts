export interface Scale {
  /** Where the axis ends: no value is above. */
  top: number;
  /** Values with a line of their own, from 0 to the top. */
  ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const INTERVALS = 4;

/** An axis from nought in round steps; of nothing, one step. @param whole whether there is nothing between two whole numbers */
export function scaleOf(most: number, whole = true): Scale {
  const rough = Math.max(most, whole ? INTERVALS : Number.EPSILON) / INTERVALS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = STEPS.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10;
  const step = whole ? Math.ceil(factor * power) : factor * power;
  const count = Math.max(1, Math.ceil((most / step) * (1 - 1e-9)));
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, i) => step * i) };
}

/** 1,200 is "1.2k": axes have little room. */
export function shortNumber(value: number): string {
  for (const [size, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const)
    if (value >= size) return `${Number((value / size).toFixed(1))}${letter}`;
  return String(Number(value.toFixed(2)));
}
