import { RateLimiter } from './rate-limiter.ts';
import { WINDOW_MS } from './site-limits.ts';

const START = 1_000 * WINDOW_MS;
const TEN = { scope: 'site', requests: 10, windowMs: WINDOW_MS };

describe('the rate limiter', () => {
  it('lets exactly the limit through in a window, without asking anybody when it is alone', () => {
    let asked = 0;
    const limiter = new RateLimiter(() => {
      asked++;
      return Promise.resolve(null);
    }, 2);
    const over = Array.from({ length: 12 }, () => limiter.over(TEN, 'client', START));
    expect(over).toEqual([...Array(10).fill(false), true, true]);
    expect(limiter.over(TEN, 'other', START)).toBe(false);
    expect(limiter.over({ ...TEN, scope: 'other' }, 'client', START)).toBe(false);
    expect(asked).toBe(0);
  });

  it('slides: what was counted a minute ago weighs less and less', () => {
    const passedAt = (offset: number) => {
      const limiter = new RateLimiter(() => Promise.resolve(null), 2);
      for (let sent = 0; sent < 10; sent++) limiter.over(TEN, 'client', START + WINDOW_MS - 1);
      let passed = 0;
      while (limiter.over(TEN, 'client', START + WINDOW_MS + offset) === false) passed++;
      return passed;
    };
    expect(passedAt(0)).toBe(0);
    expect(passedAt(WINDOW_MS / 2)).toBe(5);
    expect(passedAt(WINDOW_MS - 1)).toBe(9);
    expect(passedAt(2 * WINDOW_MS)).toBe(10);
  });

  it('keeps one limit over several counters, whoever counts first', async () => {
    const counts = new Map<string, number>();
    const counter = (name: string) =>
      new RateLimiter((_window, own) => {
        counts.set(name, own);
        const others = [...counts].filter(([other]) => other !== name);
        return Promise.resolve(others.reduce((sum, [, count]) => sum + count, 0));
      }, 1 / 3);
    const limiters = ['a', 'b', 'c'].map(counter);
    let passed = 0;
    for (let round = 0; round < 100; round++) {
      for (const limiter of limiters)
        if (!(await limiter.over({ ...TEN, requests: 100 }, 'client', START))) passed++;
    }
    expect(Math.abs(passed - 100)).toBeLessThanOrEqual(3);
  });

  it('shares with counters that come while it counts what it has counted before', async () => {
    const counts = new Map<string, number>();
    const counter = (name: string) =>
      new RateLimiter((_window, own) => {
        counts.set(name, own);
        const others = [...counts].filter(([other]) => other !== name);
        return Promise.resolve(others.reduce((sum, [, count]) => sum + count, 0));
      }, 1);
    let passed = 0;
    const send = async (limiter: RateLimiter) => {
      if (!(await limiter.over({ ...TEN, requests: 100 }, 'client', START))) passed++;
    };
    const first = counter('first');
    const second = counter('second');
    for (let sent = 0; sent < 60; sent++) await send(first);
    expect([passed, counts.size]).toEqual([60, 0]);
    for (const limiter of [first, second]) limiter.shareAmong(2);
    await send(first);
    expect(counts.get('first')).toBe(61);
    for (let sent = 0; sent < 100; sent++) await send(second);
    // The second asks from its half of the limit on, and hears of the first then.
    expect(passed).toBe(61 + 49);
  });

  it('keeps windows of other lengths by themselves', () => {
    const limiter = new RateLimiter(() => Promise.resolve(null), 2);
    const short = { scope: 'site/login', requests: 2, windowMs: 1_000 };
    const over = (at: number) => limiter.over(short, 'client', START + at);
    expect([over(0), over(10), over(20)]).toEqual([false, false, true]);
    expect(over(2_000)).toBe(false);
    expect(limiter.over(TEN, 'client', START)).toBe(false);
  });

  it('decides alone when nobody answers', async () => {
    const limiter = new RateLimiter(() => Promise.resolve(null), 0);
    let passed = 0;
    for (let sent = 0; sent < 20; sent++) if (!(await limiter.over(TEN, 'client', START))) passed++;
    expect(passed).toBe(10);
  });
});
