import { sliceStyle } from './slice-style.ts';

describe('the look of slices', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'of a pie of %i: no two neighbours of one colour, no two alike',
    (slices) => {
      const looks = Array.from({ length: slices }, (_, index) => sliceStyle(index, slices));
      for (const [index, { color }] of looks.entries())
        if (slices > 1) expect(color).not.toBe(looks[(index + 1) % slices]?.color);
      const kinds = new Set(looks.map(({ color, striped }) => `${color} ${striped}`));
      expect(kinds.size).toBe(Math.min(slices, 8));
    },
  );

  it('uses the four colours in turn', () => {
    expect([0, 1, 2, 3].map((index) => sliceStyle(index, 6).color)).toEqual([0, 1, 2, 3]);
    expect([4, 5].map((index) => sliceStyle(index, 6).color)).toEqual([0, 1]);
  });
});
