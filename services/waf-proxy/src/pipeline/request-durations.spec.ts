import { DURATION_BOUNDS_MS, RequestDurations } from './request-durations.ts';

describe('the durations of requests', () => {
  it('are counted by class of status, a bound belonging to its own bucket', () => {
    const durations = new RequestDurations();
    durations.observe(200, 1, 0);
    durations.observe(204, 1.01, 0.5);
    durations.observe(503, 60_000, 0);
    durations.observe(0, 3, 0);
    const rows = durations.rows('request_duration');
    expect(rows.map(({ statusClass, sumMs }) => [statusClass, sumMs])).toEqual([
      ['none', 3],
      ['2xx', 2.01],
      ['5xx', 60_000],
    ]);
    expect(rows[1]!.buckets.slice(0, 3)).toEqual([1, 1, 0]);
    expect(rows[2]!.buckets).toHaveLength(DURATION_BOUNDS_MS.length + 1);
    expect(rows[2]!.buckets.at(-1)).toBe(1);
  });

  it('of origins are counted where one was asked', () => {
    const durations = new RequestDurations();
    durations.observe(200, 10, 0);
    durations.observe(200, 10, 7);
    expect(durations.rows('origin_duration')).toMatchObject([{ statusClass: '2xx', sumMs: 7 }]);
  });

  it('of several workers add up', () => {
    const one = new RequestDurations();
    one.observe(200, 4, 2);
    const sum = new RequestDurations(one.numbers());
    sum.add(one.numbers());
    expect(sum.rows('request_duration')).toMatchObject([{ sumMs: 8 }]);
    expect(sum.rows('origin_duration')).toMatchObject([{ sumMs: 4 }]);
  });
});
