import { DAY_MS, HOUR_MS, MINUTE_MS } from '@palisade/basics';
import {
  nextCheckAt,
  nextCheckOfUploadedAt,
  pauseAfterFailure,
  plannedRenewal,
  renewalTime,
  STAND_IN_BEFORE_END,
  WARN_BEFORE_END,
} from './renewal-schedule.rules.ts';

const [earliest, latest] = [() => 0, () => 1];

describe('the pause after a failed attempt', () => {
  it('doubles up to half a day, and lies in the upper half of that', () => {
    const longest = [1, 2, 3, 10, 1_000].map((attempts) => pauseAfterFailure(attempts, 0, latest));
    expect(longest).toEqual([MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS, 512 * MINUTE_MS, 12 * HOUR_MS]);
    expect(pauseAfterFailure(3, 0, earliest)).toBe(2 * MINUTE_MS);
  });

  it('is never shorter than what the authority asked for', () => {
    expect(pauseAfterFailure(1, 3_600, earliest)).toBe(HOUR_MS);
    expect(pauseAfterFailure(1, 3_600, latest)).toBeCloseTo(1.1 * HOUR_MS, 0);
  });
});

describe('renewal', () => {
  it('is due when a third of its life remains, some of it earlier', () => {
    const [from, to] = [new Date(0), new Date(90 * DAY_MS)];
    expect(renewalTime(from, to, earliest).getTime()).toBe(60 * DAY_MS);
    expect(renewalTime(from, to, latest).getTime()).toBe(57 * DAY_MS);
    expect(renewalTime(new Date(0), new Date(6 * DAY_MS), earliest).getTime()).toBe(4 * DAY_MS);
  });

  it('comes earlier where the authority wishes it, at a time that is chosen once', () => {
    const window = { start: new Date(10 * DAY_MS), end: new Date(12 * DAY_MS) };
    const chosen = plannedRenewal(new Date(60 * DAY_MS), window, () => 0.5);
    expect(chosen.getTime()).toBe(11 * DAY_MS);
    expect(plannedRenewal(chosen, window, earliest)).toEqual(chosen);
    expect(plannedRenewal(new Date(5 * DAY_MS), window, latest).getTime()).toBe(5 * DAY_MS);
    expect(plannedRenewal(new Date(60 * DAY_MS), null, latest).getTime()).toBe(60 * DAY_MS);
  });

  it('comes at its time though looks come every few hours', () => {
    const now = new Date(100 * DAY_MS);
    const far = new Date(200 * DAY_MS);
    expect(nextCheckAt(far, now, earliest).getTime() - now.getTime()).toBe(4.5 * HOUR_MS);
    expect(nextCheckAt(far, now, latest).getTime() - now.getTime()).toBe(7.5 * HOUR_MS);
    const soon = new Date(now.getTime() + HOUR_MS);
    expect(nextCheckAt(soon, now, latest)).toEqual(soon);
    expect(nextCheckAt(new Date(0), now, latest)).toEqual(now);
  });
});

it('tells of the end of an uploaded certificate before ours has to stand in', () => {
  const end = new Date(100 * DAY_MS);
  expect(end.getTime() - nextCheckOfUploadedAt(new Date(0), end, false).getTime()).toBe(WARN_BEFORE_END);
  const short = new Date(94 * DAY_MS);
  expect(end.getTime() - nextCheckOfUploadedAt(short, end, false).getTime()).toBe(2 * DAY_MS);
  expect(nextCheckOfUploadedAt(new Date(0), end, true)).toEqual(end);
  expect(WARN_BEFORE_END).toBeGreaterThan(STAND_IN_BEFORE_END);
});
