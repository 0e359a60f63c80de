import { type AmountLimit, AmountLimiter, type LimitKey } from './amount-limiter.ts';

const WINDOW_MS = 60_000;
const START = 1_000 * WINDOW_MS;
const TEN: AmountLimit = {
  siteId: 'site',
  scope: 'site/limit',
  amount: 10,
  windowMs: WINDOW_MS,
  burst: 0,
  countsRefused: false,
};
const key = (text: string, client = '203.0.113.7'): LimitKey => ({
  text,
  client,
  maker: `network of ${client}`,
});
const KEY = key('a');

const alone = () =>
  new AmountLimiter(
    () => Promise.resolve(null),
    1,
    () => Promise.resolve(true),
  );

/** Several counters that tell each other their totals, as the supervisor and Redis do. */
function together(count: number): AmountLimiter[] {
  const totals = new Map<string, Map<number, number>>();
  const claimed = new Set<string>();
  return Array.from(
    { length: count },
    (_, name) =>
      new AmountLimiter(
        ({ scope, client, window }, own) => {
          const of = `${scope}|${client}|${window}`;
          const counts = totals.get(of) ?? new Map<number, number>();
          totals.set(of, counts.set(name, own));
          const others = [...counts].filter(([other]) => other !== name);
          return Promise.resolve(others.reduce((sum, [, one]) => sum + one, 0));
        },
        1 / count,
        (claim) => Promise.resolve(!claimed.has(claim) && claimed.add(claim) !== null),
      ),
  );
}

async function passed(limiters: readonly AmountLimiter[], sent: number, limit = TEN, nowMs = START) {
  let count = 0;
  for (let index = 0; index < sent; index++)
    if (!(await limiters[index % limiters.length]!.take(limit, KEY, nowMs))) count++;
  return count;
}

describe('a limit by a key', () => {
  it('lets exactly the amount through in a window, for each key and limit by itself', async () => {
    const limiter = alone();
    expect(await passed([limiter], 25)).toBe(10);
    expect(limiter.take(TEN, key('b'), START)).toBe(false);
    expect(limiter.take({ ...TEN, scope: 'site/other' }, KEY, START)).toBe(false);
  });

  it('does not count what it refuses, unless that goes on all the same', async () => {
    const HALF = START + 1.5 * WINDOW_MS;
    const limiter = alone();
    await passed([limiter], 30);
    expect(await passed([limiter], 30, TEN, HALF)).toBe(5);
    const going = alone();
    const goesOn = { ...TEN, countsRefused: true };
    await passed([going], 30, goesOn);
    expect(await passed([going], 30, goesOn, HALF)).toBe(0);
  });

  it.each([1, 2, 4, 8])('is kept by %s counters as by one', async (count) => {
    const limit = { ...TEN, amount: 100 };
    expect(Math.abs((await passed(together(count), 300, limit)) - 100)).toBeLessThanOrEqual(count);
  });

  it.each([1, 2, 4])('of a bucket is kept by %s counters as by one, and refilled', async (count) => {
    const limit = { ...TEN, amount: 60, burst: 20 };
    const limiters = together(count);
    expect(Math.abs((await passed(limiters, 100, limit)) - 20)).toBeLessThanOrEqual(count);
    const later = await passed(limiters, 100, limit, START + 10_000);
    expect(Math.abs(later - 10)).toBeLessThanOrEqual(count);
  });

  it('says when a key may come again', async () => {
    const window = alone();
    await passed([window], 10);
    // The window slides: nine tenths of ten have to be past.
    expect(window.waitMs(TEN, KEY, START)).toBeCloseTo(WINDOW_MS * 1.1);
    expect(window.take(TEN, KEY, START + WINDOW_MS * 1.05)).toBe(true);
    expect(window.take(TEN, KEY, START + WINDOW_MS * 1.11)).toBe(false);
    const bucket = alone();
    const limit = { ...TEN, burst: 3 };
    await passed([bucket], 5, limit);
    expect(bucket.waitMs(limit, KEY, START)).toBe(WINDOW_MS / 10);
  });
});

describe('amounts that are known at the end of a request', () => {
  it('reach the limit once they are counted, wherever that was', async () => {
    const [first, second] = together(2) as [AmountLimiter, AmountLimiter];
    first.add(TEN, KEY, 6, START);
    expect(await second.isReached(TEN, KEY, START)).toBe(false);
    second.add(TEN, KEY, 4, START);
    expect(await first.isReached(TEN, KEY, START + 2_000)).toBe(true);
  });

  it('allow as many attempts at once as the limit has left', () => {
    const limiter = alone();
    limiter.add(TEN, KEY, 8, START);
    const begun = Array.from({ length: 4 }, () => limiter.beginAttempt(TEN, KEY, START));
    expect(begun).toEqual([true, true, false, false]);
    limiter.endAttempt(TEN, KEY, START);
    expect(limiter.beginAttempt(TEN, KEY, START)).toBe(true);
  });
});

describe('distinct paths', () => {
  const THREE = { ...TEN, amount: 3 };

  it('count once each, and what is refused is no visit', async () => {
    const limiter = alone();
    const over = (path: number) => limiter.takePath(THREE, KEY, path, START);
    expect([1, 1, 2, 3, 1, 4, 4, 2].map(over)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
      false,
    ]);
    expect(limiter.takePath(THREE, KEY, 4, START + WINDOW_MS)).toBe(false);
  });

  it('count once on several counters, so that the first to ask for one too many is told', async () => {
    const limiters = together(2);
    const asked = [1, 2, 3, 1, 2, 3, 4];
    const over = [];
    for (const path of asked)
      for (const limiter of limiters) over.push(await limiter.takePath(THREE, KEY, path, START));
    expect(over).toEqual([...Array(12).fill(false), true, false]);
  });
});

describe('keys that a stranger makes up', () => {
  it('evict nobody else’s counters, and are no way past the limit', () => {
    const limiter = alone();
    const people = Array.from({ length: 200 }, (_, index) => key(`session-${index}`, '198.51.100.1'));
    for (const person of people) for (let sent = 0; sent < 10; sent++) limiter.take(TEN, person, START);
    let through = 0;
    for (let index = 0; index < 300_000; index++)
      if (limiter.take(TEN, key(`made-up-${index}`), START) === false) through++;
    expect(people.map((person) => limiter.take(TEN, person, START))).toEqual(people.map(() => true));
    // A thousand keys of an address count by themselves, all others as one.
    expect(through).toBe(1_010);
  });
});
