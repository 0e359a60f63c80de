import fc from 'fast-check';
import { beginsAtZero, readRange } from './byte-range.ts';

describe('byte ranges', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=5-99', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['Bytes= 1-2 ', { first: 1, last: 2 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=3-1', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    ['bytes=a-b', null],
    ['bytes=9999999999999999-', null],
    ['', null],
    [null, null],
  ])('%s of ten bytes', (field, expected) => {
    expect(readRange(field, 10)).toEqual(expected);
  });

  it('never reaches beyond what there is', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.nat(1_000),
        fc.constantFrom('both', 'open', 'suffix'),
        (a, b, length, form) => {
          const field = { both: `bytes=${a}-${b}`, open: `bytes=${a}-`, suffix: `bytes=-${b}` }[form];
          const range = readRange(field, length);
          if (range === null || range === 'unsatisfiable') return;
          expect(range.first).toBeGreaterThanOrEqual(0);
          expect(range.last).toBeGreaterThanOrEqual(range.first);
          expect(range.last).toBeLessThan(length);
        },
      ),
    );
  });

  it('knows which ones begin at the beginning', () => {
    expect(['bytes=0-', 'bytes=0-99', 'nonsense'].map(beginsAtZero)).toEqual([true, true, true]);
    expect(['bytes=1-', 'bytes=-5'].map(beginsAtZero)).toEqual([false, false]);
  });
});
