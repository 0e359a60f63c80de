import fc from 'fast-check';
import { byteString } from '../../../regex/test/support/arbitraries.ts';
import { Entry, Lowering, lowerAscii } from './entry.ts';
import { MUCH } from './pausable.ts';

describe('a key as long as a body', () => {
  it('is put into lower case with pauses, as without them', () => {
    const lowering = new Lowering();
    fc.assert(
      fc.property(
        byteString().map((some) => `${some}A\xe9`),
        fc.integer({ min: MUCH, max: 5 * MUCH }),
        (piece, length) => {
          const key = piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
          const entry = new Entry('ARGS', key, '');
          const budget = { steps: 0, isSliceOver: false };
          expect(entry.lowerSome(lowering, budget)).toBe(true);
          expect(entry.lowerKey).toBe(lowerAscii(key));
          if (length > MUCH) expect(budget.steps).toBeGreaterThanOrEqual(length);
        },
      ),
      { numRuns: 50, seed: 3 },
    );
  });

  it('waits where the slice is over, and goes on there', () => {
    const key = `${'A'.repeat(4 * MUCH)}b`;
    const entry = new Entry('ARGS', key, '');
    const lowering = new Lowering();
    let asked = 0;
    const budget = {
      steps: 0,
      get isSliceOver() {
        return asked++ % 2 === 0;
      },
    };
    let pauses = 0;
    while (!entry.lowerSome(lowering, budget)) pauses++;
    expect(pauses).toBe(5);
    expect(entry.lowerKey).toBe(key.toLowerCase());
  });

  it('is left to who asks for it where it is short, or known', () => {
    const budget = { steps: 0, isSliceOver: true };
    expect(new Entry('ARGS', 'A'.repeat(MUCH), '').lowerSome(new Lowering(), budget)).toBe(true);
    expect(new Entry('ARGS', 'A'.repeat(2 * MUCH), '', 'a').lowerSome(new Lowering(), budget)).toBe(true);
    expect(new Entry('ARGS', null, '').lowerSome(new Lowering(), budget)).toBe(true);
  });
});
