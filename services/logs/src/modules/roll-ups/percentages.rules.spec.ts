import fc from 'fast-check';
import { percentage, shares } from './percentages.rules.ts';

describe('percentages', () => {
  it('rounds to two decimals and takes nothing of nothing for nothing', () => {
    expect(percentage(1, 3)).toBe(33.33);
    expect(percentage(0, 0)).toBe(0);
  });

  it('shares out exactly 100, each within a tenth of its exact share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 7 }),
        (counts) => {
          const whole = counts.reduce((sum, count) => sum + count, 0);
          const result = shares(counts);
          expect(result.reduce((sum, share) => sum + Math.round(share * 10), 0)).toBe(1000);
          result.forEach((share, i) => {
            expect(Math.abs(share - (counts[i]! * 100) / whole)).toBeLessThan(0.1001);
          });
        },
      ),
    );
  });

  it('has no shares of nothing', () => {
    expect(shares([0, 0])).toEqual([0, 0]);
    expect(shares([])).toEqual([]);
  });
});
