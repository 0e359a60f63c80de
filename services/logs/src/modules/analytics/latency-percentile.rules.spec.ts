import fc from 'fast-check';
import { LATENCY_BOUNDS_MS } from '../records/roll-ups.rules.ts';
import { latencyPercentile } from './latency-percentile.rules.ts';

const classes = LATENCY_BOUNDS_MS.length + 1;
const empty = () => Array.from({ length: classes }, () => 0);

describe('latency percentiles', () => {
  it('says nothing about nothing', () => {
    expect(latencyPercentile(empty(), 0.5)).toBeNull();
  });

  it('divides a class evenly', () => {
    expect(latencyPercentile(empty().with(3, 100), 0.5)).toBe(37.5);
    expect(latencyPercentile(empty().with(0, 1).with(4, 1), 0.5)).toBe(5);
    expect(latencyPercentile(empty().with(classes - 1, 10), 0.99)).toBe(10_000);
  });

  it('lies in the class that the exact percentile lies in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 9_999, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.9, 0.99),
        (durations, share) => {
          const classOf = (ms: number) => LATENCY_BOUNDS_MS.findIndex((bound) => ms <= bound);
          const counts = empty();
          for (const ms of durations) counts[classOf(ms)]!++;
          const exact = durations.toSorted((a, b) => a - b)[Math.ceil(share * durations.length) - 1]!;
          const upper = LATENCY_BOUNDS_MS[classOf(exact)]!;
          const lower = LATENCY_BOUNDS_MS[classOf(exact) - 1] ?? 0;
          const estimate = latencyPercentile(counts, share)!;
          expect(estimate).toBeGreaterThanOrEqual(lower);
          expect(estimate).toBeLessThanOrEqual(upper);
        },
      ),
    );
  });
});
