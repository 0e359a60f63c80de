import { barAt, spanOf } from './bar-span.ts';

describe('bars under the pointer', () => {
  it('are found by where they stand, the outermost beyond the edges', () => {
    // 48 px of axis, 700 px of bars, 4 px at the end.
    expect([0, 48, 147, 148, 747, 900].map((x) => barAt(x, 752, 7))).toEqual([0, 0, 0, 1, 6, 6]);
  });

  it('span the same whichever way they are drawn over', () => {
    expect(spanOf(5, 2)).toEqual({ first: 2, last: 5 });
  });
});
