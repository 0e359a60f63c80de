import { MINUTE_MS } from '@palisade/basics';
import { LocalCounters } from './local-counters.ts';

describe('LocalCounters', () => {
  it('counts each client for itself', () => {
    const counters = new LocalCounters();
    expect([1, 2, 3].map(() => counters.hit('a', MINUTE_MS, 0))).toEqual([1, 2, 3]);
    expect(counters.hit('b', MINUTE_MS, 0)).toBe(1);
  });

  it('lets the previous minute fade instead of forgetting it at once', () => {
    const counters = new LocalCounters();
    for (let i = 0; i < 10; i++) counters.hit('a', MINUTE_MS, 30_000);
    expect(counters.hit('a', MINUTE_MS, MINUTE_MS)).toBe(11);
    expect(counters.hit('a', MINUTE_MS, MINUTE_MS + 30_000)).toBe(7);
    expect(counters.hit('a', MINUTE_MS, 3 * MINUTE_MS)).toBe(1);
  });
});
