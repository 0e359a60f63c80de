import type { OrderId } from '@palisade/nest-kit';
import type { BillingPeriod } from '../plans/plan.entity.ts';
import { endOfPeriod, LATE_PAYMENT } from './periods.rules.ts';

/** A payment that took effect, and was not given back. */
export interface Payment {
  orderId: OrderId;
  planId: number;
  billingPeriod: BillingPeriod;
  amountCents: number;
  /** The agreement at PayPal that it came from; `null`: a single payment. */
  agreementId: string | null;
  at: Date;
}

/** The time that payments have bought. */
export interface PaidTime {
  /** The newest payment, whose plan is the current one. */
  last: Payment;
  paidUntil: Date;
  /** When the agreement takes the next payment; `null` without one. */
  nextPaymentAt: Date | null;
  /** Value in cents of the time from `valuedAt` to `paidUntil`; it is used up evenly. */
  valueCents: number;
  valuedAt: Date;
}

/**
 * Adds a payment to the paid time, without losing any. For the same plan, a payment extends the time from its end (also
 * from a past end, for a late payment of the same agreement). For another plan, the new period begins at once, and the
 * remaining value of the old plan buys more time of the new one at the price just paid.
 */
export function addPayment(before: PaidTime | null, payment: Payment): PaidTime {
  const remaining = before === null ? 0 : remainingCents(before, payment.at);
  const start = startOf(before, payment);
  const end = endOfPeriod(start, payment.billingPeriod);
  const credit = before === null ? 0 : creditOf(before, payment);
  return {
    last: payment,
    paidUntil: new Date(end.getTime() + credit),
    nextPaymentAt:
      payment.agreementId === null ? null : endOfPeriod(dueFrom(before, payment), payment.billingPeriod),
    valueCents: remaining + payment.amountCents,
    valuedAt: new Date(Math.min(start.getTime(), payment.at.getTime())),
  };
}

/** In the order in which they took effect; `null`: nothing was paid. */
export function paidTimeOf(payments: readonly Payment[]): PaidTime | null {
  return payments.reduce<PaidTime | null>(addPayment, null);
}

/** The value that is left at a time, in cents (with fractions). */
export function remainingCents({ valueCents, valuedAt, paidUntil }: PaidTime, at: Date): number {
  const left = paidUntil.getTime() - at.getTime();
  if (left <= 0) return 0;
  const whole = paidUntil.getTime() - valuedAt.getTime();
  return left >= whole ? valueCents : (valueCents * left) / whole;
}

/** Additional time that a payment for another plan gives for the remaining value, in milliseconds. */
export function creditOf(before: PaidTime, { planId, amountCents, at, billingPeriod }: Payment): number {
  if (before.last.planId === planId || amountCents === 0) return 0;
  const periodMs = endOfPeriod(at, billingPeriod).getTime() - at.getTime();
  return Math.floor((periodMs * remainingCents(before, at)) / amountCents);
}

function startOf(before: PaidTime | null, payment: Payment): Date {
  if (before === null || before.last.planId !== payment.planId) return payment.at;
  const grace = isSameAgreement(before.last, payment) ? LATE_PAYMENT : 0;
  return before.paidUntil.getTime() + grace > payment.at.getTime() ? before.paidUntil : payment.at;
}

/** From when on an agreement counts its periods. */
function dueFrom(before: PaidTime | null, payment: Payment): Date {
  if (before === null || !isSameAgreement(before.last, payment)) return payment.at;
  const due = before.nextPaymentAt ?? payment.at;
  return due.getTime() + LATE_PAYMENT > payment.at.getTime() ? due : payment.at;
}

function isSameAgreement(last: Payment, next: Payment): boolean {
  return next.agreementId !== null && next.agreementId === last.agreementId;
}
