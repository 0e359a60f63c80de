import { jest } from '@jest/globals';
import { SECOND_MS } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { LiveRepository } from './live.repository.ts';

describe('the counts that streams look at', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function counting(answer: () => Promise<{ requests: string; blocked: string }[]>) {
    const query = jest.fn(answer);
    return { query, live: new LiveRepository({ query } as Partial<DataSource> as DataSource) };
  }

  it('are asked for once by all streams of the same sites, and anew by the next look of each', async () => {
    let requests = 0;
    const { query, live } = counting(async () => [{ requests: String(++requests), blocked: '0' }]);
    const looks = await Promise.all(Array.from({ length: 200 }, () => live.counts([1, 2], 0)));
    expect(new Set(looks)).toEqual(new Set([{ requests: 1, blocked: 0 }]));
    expect(await live.counts([1], 0)).toEqual({ requests: 2, blocked: 0 });
    expect(query).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(SECOND_MS);
    expect(await live.counts([1, 2], 0)).toEqual({ requests: 3, blocked: 0 });
    await jest.advanceTimersByTimeAsync(SECOND_MS);
    expect((live as unknown as { shared: Map<string, unknown> }).shared.size).toBe(0);
  });

  it('are asked for again at once where they could not be had', async () => {
    let isAway = true;
    const { live } = counting(async () => {
      if (isAway) throw new Error('no database');
      return [{ requests: '1', blocked: '0' }];
    });
    await expect(live.counts([1], 0)).rejects.toThrow('no database');
    isAway = false;
    expect(await live.counts([1], 0)).toEqual({ requests: 1, blocked: 0 });
  });
});
