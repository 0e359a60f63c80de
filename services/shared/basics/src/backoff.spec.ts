import { backoff } from './backoff.ts';

it('doubles with each failure up to the maximum, also after very many', () => {
  expect([0, 1, 2, 3, 4, 1_000_000].map((failures) => backoff(failures, 100, 750))).toEqual([
    100, 100, 200, 400, 750, 750,
  ]);
});
