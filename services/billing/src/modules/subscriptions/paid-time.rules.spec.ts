import assert from 'node:assert/strict';
import { DAY_MS } from '@palisade/basics';
import type { OrderId } from '@palisade/nest-kit';
import fc from 'fast-check';
import { addPayment, type PaidTime, type Payment, paidTimeOf, remainingCents } from './paid-time.rules.ts';
import { endOfPeriod } from './periods.rules.ts';

const STARTER = { planId: 2, monthly: 2_900, yearly: 29_000 };
const BUSINESS = { planId: 3, monthly: 7_900, yearly: 79_000 };
const ENTERPRISE = { planId: 4, monthly: 19_900, yearly: 199_000 };
const PLANS = [STARTER, BUSINESS, ENTERPRISE];

let orders = 0;
function payment(
  { planId, ...prices }: (typeof PLANS)[number],
  billingPeriod: 'monthly' | 'yearly',
  at: string | Date,
  agreementId: string | null = null,
): Payment {
  const orderId = `order-${++orders}` as OrderId;
  return {
    orderId,
    planId,
    billingPeriod,
    amountCents: prices[billingPeriod],
    agreementId,
    at: new Date(at),
  };
}
const daysBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY_MS;

describe('paid time', () => {
  it('is a period from the first payment on', () => {
    const paid = addPayment(null, payment(BUSINESS, 'yearly', '2026-03-01T10:00:00Z'));
    expect(paid).toMatchObject({ paidUntil: new Date('2027-03-01T10:00:00Z'), nextPaymentAt: null });
  });

  it('goes on after what is paid for already, of the same plan', () => {
    const paid = paidTimeOf([
      payment(BUSINESS, 'yearly', '2026-03-01T10:00:00Z'),
      payment(BUSINESS, 'monthly', '2026-03-05T10:00:00Z'),
    ]);
    expect(paid).toMatchObject({ paidUntil: new Date('2027-04-01T10:00:00Z') });
  });

  it('begins anew where it had ended', () => {
    const paid = paidTimeOf([
      payment(BUSINESS, 'monthly', '2026-03-01T10:00:00Z'),
      payment(BUSINESS, 'monthly', '2026-04-02T10:00:00Z'),
    ]);
    expect(paid).toMatchObject({ paidUntil: new Date('2026-05-02T10:00:00Z') });
  });

  it('loses no day to the short months on the way', () => {
    const times = Array.from({ length: 12 }, () => '2026-01-31T10:00:00Z');
    const months = paidTimeOf(times.map((at) => payment(BUSINESS, 'monthly', at)));
    expect(months).toMatchObject({ paidUntil: new Date('2027-01-31T10:00:00Z') });
    const byAgreement = ['2026-01-31', '2026-02-28', '2026-03-31'].map((day) =>
      payment(BUSINESS, 'monthly', `${day}T10:00:00Z`, 'I-1'),
    );
    const due = new Date('2026-04-30T10:00:00Z');
    expect(paidTimeOf(byAgreement)).toMatchObject({ paidUntil: due, nextPaymentAt: due, paymentDay: 31 });
    const leapYears = Array.from({ length: 4 }, () => payment(BUSINESS, 'yearly', '2028-02-29T10:00:00Z'));
    expect(paidTimeOf(leapYears)).toMatchObject({ paidUntil: new Date('2032-02-29T10:00:00Z') });
  });

  it('begins a new row of months where it had ended', () => {
    const paid = ['2026-01-31', '2026-03-02', '2026-03-03'].map((day) =>
      payment(BUSINESS, 'monthly', `${day}T10:00:00Z`),
    );
    expect(paidTimeOf(paid)).toMatchObject({ paidUntil: new Date('2026-05-02T10:00:00Z') });
  });

  it('of a dearer plan that is left becomes more time of the cheaper one', () => {
    const paid = paidTimeOf([
      payment(ENTERPRISE, 'yearly', '2026-11-01T00:00:00Z'),
      payment(BUSINESS, 'monthly', '2026-11-11T00:00:00Z'),
    ])!;
    // 355 of 365 days of 1,990.00 are left: 1,935.48, at 79.00 for the 30 days from 11 November 735 days.
    expect(remainingCents(paid, paid.valuedAt) / 100).toBeCloseTo(1935.48 + 79, 2);
    expect(daysBetween(paid.last.at, paid.paidUntil)).toBeCloseTo(30 + 735, 0);
  });

  it('of a cheaper plan that is left becomes some time of the dearer one', () => {
    const paid = paidTimeOf([
      payment(STARTER, 'monthly', '2026-11-01T00:00:00Z'),
      payment(ENTERPRISE, 'monthly', '2026-11-16T00:00:00Z'),
    ])!;
    // Half of 29.00, at 199.00 for 30 days.
    expect(daysBetween(paid.last.at, paid.paidUntil)).toBeCloseTo(30 + (14.5 / 199) * 30, 6);
  });

  it('is as if a payment that went back had never been', () => {
    const enterprise = payment(ENTERPRISE, 'yearly', '2026-11-01T00:00:00Z');
    const business = payment(BUSINESS, 'monthly', '2026-11-11T00:00:00Z');
    expect(paidTimeOf([enterprise])).toMatchObject({
      last: enterprise,
      paidUntil: new Date('2027-11-01T00:00:00Z'),
    });
    expect(paidTimeOf([business])).toMatchObject({ paidUntil: new Date('2026-12-11T00:00:00Z') });
    expect(paidTimeOf([])).toBeNull();
  });

  describe('by agreement', () => {
    it('moves no date where a payment is taken late', () => {
      const paid = paidTimeOf([
        payment(BUSINESS, 'monthly', '2026-03-01T10:00:00Z', 'I-1'),
        payment(BUSINESS, 'monthly', '2026-04-03T10:00:00Z', 'I-1'),
      ]);
      const due = new Date('2026-05-01T10:00:00Z');
      expect(paid).toMatchObject({ paidUntil: due, nextPaymentAt: due });
    });

    it('that comes later than the plan waits for it begins anew', () => {
      const paid = paidTimeOf([
        payment(BUSINESS, 'monthly', '2026-03-01T10:00:00Z', 'I-1'),
        payment(BUSINESS, 'monthly', '2026-04-20T10:00:00Z', 'I-1'),
      ]);
      expect(paid).toMatchObject({ paidUntil: new Date('2026-05-20T10:00:00Z') });
    });

    it('says when the next payment is taken, also where what was paid reaches further', () => {
      const paid = paidTimeOf([
        payment(ENTERPRISE, 'yearly', '2026-11-01T00:00:00Z'),
        payment(BUSINESS, 'monthly', '2026-11-11T00:00:00Z', 'I-1'),
        payment(BUSINESS, 'monthly', '2026-12-11T00:00:00Z', 'I-1'),
      ])!;
      expect(paid.nextPaymentAt).toEqual(new Date('2027-01-11T00:00:00Z'));
      expect(paid.paidUntil.getTime()).toBeGreaterThan(Date.UTC(2028, 0, 1));
    });
  });

  it('loses and gains nothing over 10,000 sequences of payments, changes of plan and refunds', () => {
    const step = fc.record({
      plan: fc.constantFrom(...PLANS),
      period: fc.constantFrom('monthly' as const, 'yearly' as const),
      isAgreement: fc.boolean(),
      daysLater: fc.double({ min: 0, max: 120, noNaN: true }),
      refunded: fc.option(fc.nat(6), { freq: 4 }),
    });
    const begin = fc.date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(begin, fc.array(step, { minLength: 1, maxLength: 7 }), (start, steps) => {
        const made: Payment[] = [];
        let at = start.getTime();
        for (const { plan, period, isAgreement, daysLater, refunded } of steps) {
          const bought = payment(plan, period, new Date(at), isAgreement ? `I-${plan.planId}` : null);
          expectKept(paidTimeOf(made), bought);
          made.push(bought);
          if (refunded !== null) made.splice(refunded, 1);
          at += Math.floor(daysLater * DAY_MS);
        }
        const paid = paidTimeOf(made);
        const total = made.reduce((sum, { amountCents }) => sum + amountCents, 0);
        // Nothing is had twice: no more is left than was paid.
        if (paid) assert.ok(remainingCents(paid, new Date(at)) <= total + 1e-6);
      }),
      { numRuns: 10_000 },
    );
  });
});

/** After a payment, what is had is worth what was left and what was paid, and the same plan never ends earlier. */
function expectKept(before: PaidTime | null, bought: Payment): void {
  const after = addPayment(before, bought);
  const left = before === null ? 0 : remainingCents(before, bought.at);
  const periodMs = endOfPeriod(bought.at, bought.billingPeriod).getTime() - bought.at.getTime();
  if (before === null || before.last.planId !== bought.planId) {
    const worth = ((after.paidUntil.getTime() - bought.at.getTime()) / periodMs) * bought.amountCents;
    assert.ok(Math.abs(worth - left - bought.amountCents) < 0.01);
    return;
  }
  assert.ok(after.paidUntil > before.paidUntil);
  assert.ok(remainingCents(after, bought.at) > left);
}
