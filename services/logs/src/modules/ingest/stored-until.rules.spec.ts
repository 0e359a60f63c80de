import { MINUTE_MS } from '@palisade/basics';
import { storedUntil } from './stored-until.rules.ts';

const nowMs = 100 * MINUTE_MS + 20_000;

it.each([
  ['nothing waits: the sites are quiet', { newestMs: 10 * MINUTE_MS, isWaiting: false }, nowMs],
  ['there is none', { newestMs: null, isWaiting: true }, nowMs],
  ['the minute that goes on has some', { newestMs: 100 * MINUTE_MS, isWaiting: true }, nowMs],
  ['the last whole minute has some', { newestMs: 99 * MINUTE_MS, isWaiting: true }, nowMs],
  ['a clock is ahead', { newestMs: 104 * MINUTE_MS, isWaiting: true }, nowMs],
  ['records wait', { newestMs: 91 * MINUTE_MS, isWaiting: true }, 92 * MINUTE_MS],
])('where %s', (_where, facts, untilMs) => {
  expect(storedUntil({ nowMs, minuteMs: MINUTE_MS, ...facts })).toBe(untilMs);
});
