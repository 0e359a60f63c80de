import { type AttemptResult, verdictOf } from './delivery.rules.ts';

const answered = (status: number, retryAfter?: string): AttemptResult => ({
  kind: 'answered',
  answer: { status, text: '', retryAfter },
  durationMs: 1,
});

it.each([200, 202, 204])('%d is delivered', (status) => {
  expect(verdictOf(answered(status), 1, 5_000)).toEqual({ next: 'delivered' });
});

it.each([
  [500, 'refused'],
  [404, 'refused'],
  [302, 'redirect_not_followed'],
])('%d is tried again, later and later, and eight times in all', (status, error) => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => verdictOf(answered(status), attempts, 5_000));
  expect(pauses.map((verdict) => (verdict.next === 'retry' ? verdict.afterMs / 1000 : verdict.next))).toEqual(
    [5, 30, 120, 600, 1800, 3600, 7200, 'failed'],
  );
  expect(pauses.every((verdict) => verdict.next !== 'delivered' && verdict.error === error)).toBe(true);
});

it('waits as long as the server asks for, within bounds', () => {
  expect(verdictOf(answered(429, '60'), 1, 5_000)).toMatchObject({ next: 'retry', afterMs: 60_000 });
  expect(verdictOf(answered(429, '999999'), 1, 5_000)).toMatchObject({ afterMs: 14_400_000 });
  expect(verdictOf(answered(503, 'Wed, 21 Oct 2026 07:28:00 GMT'), 1, 5_000)).toMatchObject({
    afterMs: 5_000,
  });
});

it('does not try again what only its owner can mend, and leaves a channel that is gone', () => {
  const refused: AttemptResult = { kind: 'failed', code: 'address_not_allowed', durationMs: 1 };
  expect(verdictOf(refused, 1, 5_000)).toEqual({ next: 'failed', error: 'address_not_allowed' });
  expect(verdictOf({ ...refused, code: 'timeout' }, 1, 5_000)).toMatchObject({ next: 'retry' });
  expect(verdictOf(answered(410), 1, 5_000)).toEqual({ next: 'failed', error: 'gone', channelIsGone: true });
});
