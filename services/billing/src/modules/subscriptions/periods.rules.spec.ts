import { toCents, toDecimal } from '../order-store/money.rules.ts';
import { priceOf } from '../plans/plan.entity.ts';
import { addMonths, endOfPeriod, endOfPlan, hasEnded, LATE_PAYMENT } from './periods.rules.ts';

const date = (text: string) => new Date(`${text}T10:30:00Z`);

describe('billing periods', () => {
  it.each([
    ['2026-01-15', 1, '2026-02-15'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2024-02-29', 12, '2025-02-28'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(date(from), months)).toEqual(date(to));
  });

  it('a year costs ten months and lasts twelve', () => {
    expect(priceOf({ priceCents: 7900 }, 'yearly')).toBe(79_000);
    expect(priceOf({ priceCents: 7900 }, 'monthly')).toBe(7_900);
    // As it is shown: in whole units.
    expect([2999, 4995, 9].map((priceCents) => priceOf({ priceCents }, 'yearly'))).toEqual([
      29_900, 49_900, 90,
    ]);
    expect(endOfPeriod(date('2026-03-01'), 'yearly')).toEqual(date('2027-03-01'));
  });
});

describe('amounts', () => {
  it('go to PayPal and back', () => {
    for (const cents of [0, 1, 10, 99, 100, 2900, 199_000, 12_345_678])
      expect(toCents(toDecimal(cents))).toBe(cents);
    expect(toCents('29')).toBe(2900);
    expect(toCents('29.5')).toBe(2950);
  });

  it.each(['', '-1', '1.234', '1e3', 'NaN', ' 1', '1,00'])('%j is none', (text) => {
    expect(toCents(text)).toBeNull();
  });
});

describe('a plan', () => {
  const end = new Date('2026-04-01T00:00:00Z');
  const after = (ms: number) => new Date(end.getTime() + ms);
  const terms = { trialEndsAt: null, paidUntil: end, agreementId: null };

  it('ends with what is paid for', () => {
    expect(hasEnded(terms, after(-1))).toBe(false);
    expect(hasEnded(terms, end)).toBe(true);
  });

  it('waits for an agreement’s payment that is late', () => {
    const renewing = { ...terms, agreementId: 'I-1' };
    expect(hasEnded(renewing, after(LATE_PAYMENT - 1))).toBe(false);
    expect(hasEnded(renewing, after(LATE_PAYMENT))).toBe(true);
  });

  it('ends with its trial, whatever', () => {
    expect(hasEnded({ trialEndsAt: end, paidUntil: null, agreementId: null }, end)).toBe(true);
  });

  it('that nobody pays for and no trial ends does not end', () => {
    expect(endOfPlan({ trialEndsAt: null, paidUntil: null, agreementId: null })).toBeNull();
    expect(hasEnded({ trialEndsAt: null, paidUntil: null, agreementId: null }, after(1e12))).toBe(false);
  });
});
