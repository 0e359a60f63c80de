import { jest } from '@jest/globals';
import type { CacheStore } from './cache-store.ts';
import { Fill } from './fill.ts';

const store = { beginFill: () => undefined, endFill: () => undefined } as unknown as CacheStore;
const fill = () => new Fill(store, { siteId: 'site-1', key: 'key', path: '/', variant: '' });

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a fetch that others wait for', () => {
  it('that takes too long is told as such, so that nobody waits for it again', () => {
    const outcomes: unknown[] = [];
    fill().wait(10_000, (outcome) => outcomes.push(outcome));
    jest.advanceTimersByTime(9_999);
    expect(outcomes).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(outcomes).toEqual(['late']);
  });

  it('that comes to nothing has its waiters look again, once', () => {
    const outcomes: unknown[] = [];
    const failing = fill();
    failing.wait(10_000, (outcome) => outcomes.push(outcome));
    failing.fail();
    jest.advanceTimersByTime(20_000);
    expect(outcomes).toEqual([null]);
  });

  it('lets only so many wait', () => {
    const popular = fill();
    let joined = 0;
    while (popular.wait(10_000, () => undefined) !== false) joined++;
    expect(joined).toBe(1_000);
    popular.fail();
  });
});
