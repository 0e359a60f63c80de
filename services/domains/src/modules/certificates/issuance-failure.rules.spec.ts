import type { IssuanceFault } from './acme/acme.errors.ts';
import { afterFailure, TELL_AFTER } from './issuance-failure.rules.ts';

const NOW = new Date('2026-06-01T00:00:00Z');
const later = new Date('2026-07-01T00:00:00Z');
const earlier = new Date('2026-05-01T00:00:00Z');
type Before = Parameters<typeof afterFailure>[0];
const before = (changes: Partial<Before> = {}): Before => ({
  status: 'pending',
  notAfter: null,
  attempts: 0,
  notifiedAt: null,
  ...changes,
});
const fault = (changes: Partial<IssuanceFault> = {}): IssuanceFault => ({
  code: 'caa',
  message: '',
  mendedBy: 'owner',
  retryAfter: 0,
  ...changes,
});
const NOT_POINTING = fault({ code: 'not_pointing' });

describe('an order that failed', () => {
  it.each([
    ['a first one', before(), fault(), 'failed'],
    ['a first one whose names point nowhere', before(), NOT_POINTING, 'pending'],
    ['a renewal', before({ status: 'active', notAfter: later }), fault(), 'renewing'],
    ['a renewal that came to its end', before({ status: 'renewing', notAfter: earlier }), fault(), 'expired'],
    ['one to replace a revoked certificate', before({ status: 'revoked', notAfter: later }), fault(), null],
  ])('leaves %s in its state', (_name, stored, why, status) => {
    expect(afterFailure(stored, why, NOW).status).toBe(status);
  });

  it('is tried again, but waits for names that point nowhere', () => {
    const { nextAttemptAt, attempts } = afterFailure(before({ attempts: 4 }), fault(), NOW);
    expect(attempts).toBe(5);
    expect(nextAttemptAt!.getTime()).toBeGreaterThan(NOW.getTime());
    expect(afterFailure(before(), NOT_POINTING, NOW).nextAttemptAt).toBeNull();
  });

  it('is tried again no sooner than the authority asks', () => {
    const { nextAttemptAt } = afterFailure(before(), fault({ retryAfter: 86_400 }), NOW);
    expect(nextAttemptAt!.getTime() - NOW.getTime()).toBeGreaterThanOrEqual(86_400_000);
  });

  it.each([
    ['owner' as const, TELL_AFTER],
    ['time' as const, 2 * TELL_AFTER],
  ])('is told once, after some attempts, where the %s mends it', (mendedBy, after) => {
    const tells = (attempts: number, notifiedAt: Date | null = null) =>
      afterFailure(before({ attempts: attempts - 1, notifiedAt }), fault({ mendedBy }), NOW).tells;
    expect(tells(after - 1)).toBe(false);
    expect(tells(after)).toBe(true);
    expect(tells(after + 1, earlier)).toBe(false);
  });

  it('is never told where names point nowhere yet', () => {
    expect(afterFailure(before({ attempts: 99 }), NOT_POINTING, NOW).tells).toBe(false);
  });
});
