import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import { pauseBefore } from './poll-interval.rules.ts';

const NOW = Date.UTC(2026, 0, 31);
const ago = (ms: number) => new Date(NOW - ms);

describe('the DNS poll', () => {
  it.each([
    [1 * MINUTE_MS, 0.5],
    [60 * MINUTE_MS - 1, 0.5],
    [60 * MINUTE_MS, 5],
    [DAY_MS - 1, 5],
    [DAY_MS, 60],
    [30 * DAY_MS - 1, 60],
    [30 * DAY_MS, 1_440],
  ])('of a claim made %i ms ago comes back after %d minutes', (age, minutes) => {
    const domain = { createdAt: ago(age), verifiedAt: null };
    expect(pauseBefore(domain, false, NOW) / MINUTE_MS).toBe(minutes);
  });

  it('counts from the verification once there was one', () => {
    const domain = { createdAt: ago(90 * DAY_MS), verifiedAt: ago(MINUTE_MS) };
    expect(pauseBefore(domain, false, NOW) / MINUTE_MS).toBe(0.5);
  });

  it('looks hourly at what is in order', () => {
    expect(pauseBefore({ createdAt: ago(MINUTE_MS), verifiedAt: null }, true, NOW) / MINUTE_MS).toBe(60);
  });
});
