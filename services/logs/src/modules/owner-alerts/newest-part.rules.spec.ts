import { MINUTE_MS } from '@palisade/basics';
import { newestPart } from './newest-part.rules.ts';

const minute = (number: number, requests: number, blocked = 0) => ({
  timeMs: number * MINUTE_MS,
  requests,
  blocked,
});
const toMs = 5 * MINUTE_MS;
const requests = (one: { requests: number }) => one.requests;

it.each([
  ['whole minutes, the newest ones', [minute(2, 600), minute(3, 300), minute(4, 200)], 3, 500, 500],
  ['all of them where all can be read', [minute(2, 300), minute(4, 200)], 2, 500, 500],
  ['the end of a newest minute that has too many', [minute(3, 10), minute(4, 2_000)], 4.5, 1_000, 1_000],
  ['the same behind a minute without any', [minute(3, 4_000), minute(4, 0)], 3.75, 1_000, 1_000],
])('is %s', (_what, minutes, fromMinute, inPart, candidates) => {
  expect(newestPart(minutes, requests, toMs, 1_000)).toEqual({
    fromMs: fromMinute * MINUTE_MS,
    requests: inPart,
    candidates,
  });
});

it('has all requests of its minutes, whatever would be read of them', () => {
  const minutes = [minute(3, 9_000, 700), minute(4, 8_000, 600)];
  expect(newestPart(minutes, ({ blocked }) => blocked, toMs, 1_000)).toEqual({
    ...{ fromMs: 4 * MINUTE_MS, requests: 8_000, candidates: 600 },
  });
});
