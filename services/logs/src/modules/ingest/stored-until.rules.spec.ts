import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import { storedUntil } from './stored-until.rules.ts';

const nowMs = 100 * HOUR_MS;

it.each([
  ['nothing waits: the sites are quiet', [], nowMs],
  [
    'one of many partitions stands still',
    [nowMs - 200, nowMs - 10 * MINUTE_MS, nowMs],
    nowMs - 10 * MINUTE_MS,
  ],
  ['a clock is ahead', [nowMs + MINUTE_MS], nowMs],
  ['a partition has stood still for too long', [nowMs - 25 * HOUR_MS, nowMs - MINUTE_MS], nowMs - MINUTE_MS],
])('where %s', (_where, waitingSinceMs, untilMs) => {
  expect(storedUntil({ nowMs, waitingSinceMs, maxBehindMs: 24 * HOUR_MS })).toBe(untilMs);
});
