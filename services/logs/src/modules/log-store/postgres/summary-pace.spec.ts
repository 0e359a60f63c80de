import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import type { SearchWindow } from './search-windows.ts';
import { SummaryPace } from './summary-pace.ts';

const QUICK_MS = 50;
/** A day of windows of an hour each. */
const DAY: SearchWindow[] = Array.from({ length: 24 }, (_, ago) => ({
  fromMs: (23 - ago) * HOUR_MS,
  toMs: (24 - ago) * HOUR_MS,
  rows: 6_000,
}));
const widthOf = (pace: SummaryPace) => {
  const { fromMs, toMs } = pace.stretchOf(DAY);
  return (toMs - fromMs) / MINUTE_MS;
};

describe('how far a search goes by summaries', () => {
  it('begins with a minute, whatever the sites themselves have', () => {
    expect(new SummaryPace(QUICK_MS).stretchOf(DAY)).toEqual({
      fromMs: 24 * HOUR_MS - MINUTE_MS,
      toMs: 24 * HOUR_MS,
      rows: 100,
    });
  });

  it('goes four times as far after each stretch that was quick, and no further than there is', () => {
    const pace = new SummaryPace(QUICK_MS);
    const widths = Array.from({ length: 7 }, () => {
      pace.took(0, 10);
      return widthOf(pace);
    });
    expect(widths).toEqual([4, 16, 64, 256, 1_024, 1_440, 1_440]);
  });

  it('goes less far after one that was slow, but quicker than a walk over the own rows', () => {
    const pace = new SummaryPace(QUICK_MS);
    pace.took(0, 10);
    pace.took(0, 10);
    pace.took(1_000_000, 400);
    expect(widthOf(pace)).toBe(4);
    expect(pace.isNext).toBe(true);
  });

  it('walks as soon as that would have been quicker: a value may be rare here and frequent at others', () => {
    const pace = new SummaryPace(QUICK_MS);
    pace.walked(20_000, 100);
    pace.took(0, 10);
    pace.took(11_999, 60);
    expect(pace.isNext).toBe(false);
  });

  it('does not take a few rows for the measure of a walk', () => {
    const pace = new SummaryPace(QUICK_MS);
    pace.walked(3, 1_000);
    pace.took(100, 60);
    expect(pace.isNext).toBe(false);
  });

  it('tries summaries again after one walk, then after two, then after four', () => {
    const pace = new SummaryPace(QUICK_MS);
    const walks = Array.from({ length: 3 }, () => {
      pace.gaveUp();
      let count = 0;
      for (; !pace.isNext; count++) pace.walked(20_000, 100);
      expect(widthOf(pace)).toBe(1);
      return count;
    });
    expect(walks).toEqual([1, 2, 4]);
  });
});
