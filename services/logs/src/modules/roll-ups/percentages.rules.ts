/** `part` of `whole` in percent with two decimals; 0 if `whole` is 0. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}

/**
 * Shares in percent with one decimal that add up to exactly 100: rounded down, the remaining tenths go to those with
 * the largest remainders.
 */
export function shares(counts: readonly number[]): number[] {
  const whole = counts.reduce((sum, count) => sum + count, 0);
  if (whole === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * 1000) / whole);
  const tenths = exact.map(Math.floor);
  const left = 1000 - tenths.reduce((sum, value) => sum + value, 0);
  const byLoss = exact
    .map((value, i) => ({ i, loss: value - tenths[i]! }))
    .sort((a, b) => b.loss - a.loss || a.i - b.i);
  for (const { i } of byLoss.slice(0, left)) tenths[i]!++;
  return tenths.map((value) => value / 10);
}
