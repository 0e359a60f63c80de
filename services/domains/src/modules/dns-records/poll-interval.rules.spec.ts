import { pauseBefore } from './poll-interval.rules.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.UTC(2026, 0, 31);
const ago = (ms: number) => new Date(NOW - ms);

describe('the DNS poll', () => {
  it.each([
    [1 * MINUTE, 0.5],
    [60 * MINUTE - 1, 0.5],
    [60 * MINUTE, 5],
    [DAY - 1, 5],
    [DAY, 60],
    [30 * DAY - 1, 60],
    [30 * DAY, 1_440],
  ])('of a claim made %i ms ago comes back after %d minutes', (age, minutes) => {
    const domain = { createdAt: ago(age), verifiedAt: null };
    expect(pauseBefore(domain, false, NOW) / MINUTE).toBe(minutes);
  });

  it('counts from the verification once there was one', () => {
    const domain = { createdAt: ago(90 * DAY), verifiedAt: ago(MINUTE) };
    expect(pauseBefore(domain, false, NOW) / MINUTE).toBe(0.5);
  });

  it('looks hourly at what is in order', () => {
    expect(pauseBefore({ createdAt: ago(MINUTE), verifiedAt: null }, true, NOW) / MINUTE).toBe(60);
  });
});
