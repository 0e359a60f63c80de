import { DAY_MS, HOUR_MS } from '@palisade/basics';
import { nextReach, type Reach } from './walk-reach.rules.ts';

const usual = (ms: number): Reach => ({ ms, isEstimate: false });

it.each([
  ['nothing was searched yet', null, 0, usual(HOUR_MS)],
  ['nothing was found', usual(DAY_MS), 0, usual(8 * DAY_MS)],
  ['one was found: the page would be full beyond the usual step', usual(DAY_MS), 1, usual(8 * DAY_MS)],
  ['half of the page was found', usual(DAY_MS), 50, { ms: 2.5 * DAY_MS, isEstimate: true }],
  ['an estimate was too small', { ms: 2.5 * DAY_MS, isEstimate: true }, 99, usual(8 * DAY_MS)],
  ['beyond the last usual step', usual(31 * DAY_MS), 50, { ms: 77.5 * DAY_MS, isEstimate: true }],
])('reaches back where %s', (_where, before, found, next) => {
  expect(nextReach(before, { found, limit: 100 })).toEqual(next);
});

it('ends after a bounded number of steps, however the records lie', () => {
  for (const found of [0, 1, 50, 99]) {
    let [reach, steps] = [null as Reach | null, 0];
    while (reach === null || reach.ms < 401 * DAY_MS) {
      const next: Reach = nextReach(reach, { found, limit: 100 });
      expect(next.ms).toBeGreaterThan(reach?.ms ?? 0);
      [reach, steps] = [next, steps + 1];
    }
    expect(steps).toBeLessThanOrEqual(10);
  }
});
