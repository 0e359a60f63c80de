import { PastTraffic, usualBefore } from './past-traffic.rules.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

it('sums any span, and counts the share of a step that it cuts', () => {
  const past = new PastTraffic(
    [
      { timeMs: 3 * HOUR, requests: 60, blocked: 6 },
      { timeMs: HOUR, requests: 10, blocked: 2 },
      { timeMs: 99 * HOUR, requests: 1000, blocked: 1000 },
    ],
    0,
    5 * HOUR,
    HOUR,
  );
  expect(past.between(0, 5 * HOUR)).toEqual({ requests: 70, blocked: 8 });
  expect(past.between(1.5 * HOUR, 3.5 * HOUR)).toEqual({ requests: 35, blocked: 4 });
  expect(past.between(4 * HOUR, 9 * HOUR)).toEqual({ requests: 0, blocked: 0 });
});

it('takes the mean of the weeks that are known', () => {
  const at = 3 * WEEK;
  const step = (week: number, requests: number) => ({ timeMs: at - week * WEEK, requests, blocked: 0 });
  const past = new PastTraffic([step(1, 10), step(2, 30), step(3, 800)], 0, at, HOUR);
  const span = { fromMs: at, toMs: at + HOUR };
  expect(usualBefore(past, span, 4, at - 2 * WEEK)).toEqual({ requests: 20, blocked: 0 });
  expect(usualBefore(past, span, 4, at)).toBeNull();
});
