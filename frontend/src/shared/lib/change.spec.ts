import { changeOf } from './change.ts';

describe('a comparison with the period before', () => {
  it.each([
    [112, 100, 'more', '12%', '12% more than'],
    [50, 400, 'less', '87.5%', '87.5% less than'],
    [0, 7, 'less', '100%', '100% less than'],
    [100_000, 100_001, 'same', '0%', 'As many as'],
    [418, 100, 'more', '4.2×', '4.2 times as many as'],
    [500, 5, 'more', '100×', '100 times as many as'],
  ] as const)('%i after %i', (now, before, direction, short, words) => {
    expect(changeOf(now, before)).toEqual({ direction, short, words });
  });

  it.each([0, null, undefined])('says nothing about %s before', (before) => {
    expect(changeOf(5, before)).toBeNull();
  });
});
