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
    // The second tells of its first dozen, and hears of the first then.
    expect(passed).toBe(100);
  });

  describe('where a client’s requests come unevenly', () => {
    const COUNTERS = 4;
    const HUNDRED = { ...TEN, requests: 100 };

    /** @param counterOf which counter gets the nth request @returns how many passed, and how many waited */
    async function pass(sent: number, counterOf: (index: number) => number) {
      const counts = new Map<number, number>();
      let asked = 0;
      const limiters = Array.from(
        { length: COUNTERS },
        (_, name) =>
          new RateLimiter((_window, own) => {
            asked++;
            counts.set(name, own);
            const others = [...counts].filter(([other]) => other !== name);
            return Promise.resolve(others.reduce((sum, [, count]) => sum + count, 0));
          }, 1 / COUNTERS),
      );
      const result = { passed: 0, waited: 0 };
      for (let index = 0; index < sent; index++) {
        const over = limiters[counterOf(index)]!.over(HUNDRED, 'client', START);
        if (over !== false && over !== true) result.waited++;
        if (!(await over)) result.passed++;
      }
      return { ...result, asked };
    }

    it.each([
      ['four in five to one', (index: number) => (index % 5 < 4 ? 0 : 1 + (index % 3))],
      [
        'first just less than a share to each but one',
        (index: number) => Math.max(0, 3 - Math.floor(index / 24)),
      ],
      ['first all but one of the limit to one', (index: number) => (index < 99 ? 0 : 1 + (index % 3))],
    ])('lets a quarter more through at most: %s', async (_name, counterOf) => {
      const { passed } = await pass(400, counterOf);
      expect(passed).toBeGreaterThanOrEqual(100);
      expect(passed).toBeLessThanOrEqual(125);
    });

    it('has nobody wait who stays at half of the limit, and tells of few of the requests', async () => {
      expect(await pass(50, (index) => index % COUNTERS)).toEqual({ passed: 50, waited: 0, asked: 4 });
    });
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
