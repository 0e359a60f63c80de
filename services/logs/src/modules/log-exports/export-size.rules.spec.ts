import { mostRowsOf, percentDone } from './export-size.rules.ts';

describe('the size of exports', () => {
  it.each([
    [0, 200_000],
    [7, 1_400_000],
    [90, 18_000_000],
    [400, 20_000_000],
  ])('of a plan that keeps %d days is %d entries', (days, rows) => {
    expect(mostRowsOf(days)).toBe(rows);
  });
});

describe('the progress of an export', () => {
  const span = { fromMs: 1_000, toMs: 3_000 };
  it.each([
    [null, 0],
    [3_000, 0],
    [2_000, 50],
    [1_000, 100],
    [500, 100],
    [4_000, 0],
  ])('at %s is %d %%', (reachedMs, percent) => {
    expect(percentDone(span, reachedMs)).toBe(percent);
  });

  it('of no time at all has not begun', () => {
    expect(percentDone({ fromMs: 5, toMs: 5 }, 5)).toBe(0);
  });
});
