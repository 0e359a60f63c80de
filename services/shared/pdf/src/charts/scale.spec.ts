import fc from 'fast-check';
import { scaleOf, shortNumber } from './scale.ts';

describe('the axis of a chart', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [100, [0, 25, 50, 75, 100]],
    [1_340, [0, 500, 1_000, 1_500]],
  ])('up to %d has round steps', (most, ticks) => {
    const scale = scaleOf(most);
    expect(scale.ticks.slice(0, 5)).toEqual(ticks);
  });

  it('reaches every value, in a few steps that are the same', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), fc.boolean(), (most, whole) => {
        const { top, ticks } = scaleOf(most, whole);
        expect(top).toBeGreaterThanOrEqual(most * (1 - 1e-9));
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks.at(-1)).toBeCloseTo(top, 9);
      }),
    );
  });

  it.each([
    [0, '0'],
    [0.4, '0.4'],
    [999, '999'],
    [1_200, '1.2k'],
    [25_000, '25k'],
    [1_000_000, '1M'],
    [2_500_000_000, '2.5G'],
  ])('says %d as %s', (value, text) => expect(shortNumber(value)).toBe(text));
});
