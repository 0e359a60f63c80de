import { HOUR_MS } from '@palisade/basics';
import { PastTraffic, usualBefore } from './past-traffic.rules.ts';

const WEEK = 7 * 24 * HOUR_MS;

it('sums any span, and counts the share of a step that it cuts', () => {
  const past = new PastTraffic(
    [
      { timeMs: 3 * HOUR_MS, requests: 60, blocked: 6 },
      { timeMs: HOUR_MS, requests: 10, blocked: 2 },
      { timeMs: 99 * HOUR_MS, requests: 1000, blocked: 1000 },
    ],
    0,
    5 * HOUR_MS,
    HOUR_MS,
  );
  expect(past.between(0, 5 * HOUR_MS)).toEqual({ requests: 70, blocked: 8 });
  expect(past.between(1.5 * HOUR_MS, 3.5 * HOUR_MS)).toEqual({ requests: 35, blocked: 4 });
  expect(past.between(4 * HOUR_MS, 9 * HOUR_MS)).toEqual({ requests: 0, blocked: 0 });
});

it('takes the mean of the weeks that are known', () => {
  const at = 3 * WEEK;
  const step = (week: number, requests: number) => ({ timeMs: at - week * WEEK, requests, blocked: 0 });
  const past = new PastTraffic([step(1, 10), step(2, 30), step(3, 800)], 0, at, HOUR_MS);
  const span = { fromMs: at, toMs: at + HOUR_MS };
  expect(usualBefore(past, span, 4, at - 2 * WEEK)).toEqual({ requests: 20, blocked: 0 });
  expect(usualBefore(past, span, 4, at)).toBeNull();
});
