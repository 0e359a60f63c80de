import { RateLimiter, WINDOW_MS } from './rate-limiter.ts';

const START = 1_000 * WINDOW_MS;

describe('the rate limiter', () => {
  it('lets exactly the limit through in a window, without asking anybody when it is alone', () => {
    let asked = 0;
    const limiter = new RateLimiter(() => {
      asked += 1;
      return Promise.resolve(null);
    }, 2);
    const over = Array.from({ length: 12 }, () => limiter.over('site', 'client', 10, START));
    expect(over).toEqual([...Array(10).fill(false), true, true]);
    expect(limiter.over('site', 'other', 10, START)).toBe(false);
    expect(limiter.over('other', 'client', 10, START)).toBe(false);
    expect(asked).toBe(0);
  });

  it('slides: what was counted a minute ago weighs less and less', () => {
    const passedAt = (offset: number) => {
      const limiter = new RateLimiter(() => Promise.resolve(null), 2);
      for (let sent = 0; sent < 10; sent += 1) limiter.over('site', 'client', 10, START + WINDOW_MS - 1);
      let passed = 0;
      while (limiter.over('site', 'client', 10, START + WINDOW_MS + offset) === false) passed += 1;
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
      new RateLimiter((_site, _client, _window, own) => {
        counts.set(name, own);
        const others = [...counts].filter(([other]) => other !== name);
        return Promise.resolve(others.reduce((sum, [, count]) => sum + count, 0));
      }, 1 / 3);
    const limiters = ['a', 'b', 'c'].map(counter);
    let passed = 0;
    for (let round = 0; round < 100; round += 1) {
      for (const limiter of limiters) if (!(await limiter.over('site', 'client', 100, START))) passed += 1;
    }
    expect(Math.abs(passed - 100)).toBeLessThanOrEqual(3);
  });

  it('decides alone when nobody answers', async () => {
    const limiter = new RateLimiter(() => Promise.resolve(null), 0);
    let passed = 0;
    for (let sent = 0; sent < 20; sent += 1)
      if (!(await limiter.over('site', 'client', 10, START))) passed += 1;
    expect(passed).toBe(10);
  });
});
