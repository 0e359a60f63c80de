import { cacheHitRate } from './cache-hit-rate.rules.ts';

const of = (counts: Record<string, number>) =>
  cacheHitRate(Object.entries(counts).map(([value, requests]) => ({ value, requests })));

describe('the hit rate of the cache', () => {
  it.each([
    ['nothing', {}, null],
    ['requests that never ask it', { '': 7, bypass: 3 }, null],
    ['hits alone', { hit: 2 }, 100],
    ['what it had to fetch', { hit: 1, miss: 2, expired: 1 }, 25],
    ['what it answered with while it renewed it', { stale: 1, revalidated: 1, miss: 2, bypass: 96 }, 50],
  ])('of %s', (_, counts, rate) => {
    expect(of(counts)).toBe(rate);
  });
});
