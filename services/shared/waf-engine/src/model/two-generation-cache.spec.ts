import { TwoGenerationCache } from './two-generation-cache.ts';

describe('a cache of two generations', () => {
  it('keeps at most as many values as it may, the newest half of them always', () => {
    const cache = new TwoGenerationCache<number>(8);
    for (let value = 0; value < 100; value++) {
      cache.set(`key ${value}`, value);
      const kept = Array.from({ length: value + 1 }, (_, at) => cache.get(`key ${at}`)).filter(
        (it) => it !== undefined,
      );
      expect(kept.length).toBeLessThanOrEqual(8);
      expect(kept.slice(-4)).toEqual(
        Array.from({ length: Math.min(4, value + 1) }, (_, at) => value - at).reverse(),
      );
    }
  });

  it('gives the value that was set last', () => {
    const cache = new TwoGenerationCache<string>(4);
    for (const value of ['first', 'second', 'third']) cache.set('key', value);
    expect(cache.get('key')).toBe('third');
  });

  it('keeps nothing under long keys', () => {
    const cache = new TwoGenerationCache<number>(4);
    const [short, long] = ['k'.repeat(256), 'k'.repeat(257)];
    cache.set(short, 1);
    cache.set(long, 2);
    expect([cache.get(short), cache.get(long)]).toEqual([1, undefined]);
    expect([short, long].map((key) => TwoGenerationCache.holds(key))).toEqual([true, false]);
  });
});
