import { LocalCounters } from './local-counters.ts';

const MINUTE = 60_000;

describe('LocalCounters', () => {
  it('counts each client for itself', () => {
    const counters = new LocalCounters();
    expect([1, 2, 3].map(() => counters.hit('a', MINUTE, 0))).toEqual([1, 2, 3]);
    expect(counters.hit('b', MINUTE, 0)).toBe(1);
  });

  it('lets the previous minute fade instead of forgetting it at once', () => {
    const counters = new LocalCounters();
    for (let i = 0; i < 10; i++) counters.hit('a', MINUTE, 30_000);
    expect(counters.hit('a', MINUTE, MINUTE)).toBe(11);
    expect(counters.hit('a', MINUTE, MINUTE + 30_000)).toBe(7);
    expect(counters.hit('a', MINUTE, 3 * MINUTE)).toBe(1);
  });
});
