import type { OrderId } from '@palisade/nest-kit';
import type { BillingPeriod } from '../plans/plan.entity.ts';
import { endOfPeriod, LATE_PAYMENT } from './periods.rules.ts';

/** A payment that took effect and was not refunded. */
export interface Payment {
  orderId: OrderId;
  planId: number;
  billingPeriod: BillingPeriod;
  amountCents: number;
  /** Its PayPal agreement; `null`: a single payment. */
  agreementId: string | null;
  at: Date;
}

/** The time that payments have bought. */
export interface PaidTime {
  /** The newest payment, whose plan is the current one. */
  last: Payment;
  paidUntil: Date;
  /** Day of the month (UTC) on which the periods that end at `paidUntil` began, before short months cut any. */
  day: number;
  /** When the agreement takes the next payment; `null` without one. */
  nextPaymentAt: Date | null;
  /** Day of the month on which the agreement takes its payments; `null` without one. */
  paymentDay: number | null;
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
  const day = before !== null && start === before.paidUntil ? before.day : start.getUTCDate();
  const credit = before === null ? 0 : creditOf(before, payment);
  const paidUntil = new Date(endOfPeriod(start, payment.billingPeriod, day).getTime() + credit);
  return {
    last: payment,
    paidUntil,
    day: credit === 0 ? day : paidUntil.getUTCDate(),
    ...nextPayment(before, payment),
    valueCents: remaining + payment.amountCents,
    valuedAt: new Date(Math.min(start.getTime(), payment.at.getTime())),
  };
}

/** Payments in the order in which they took effect; `null`: none. */
export function paidTimeOf(payments: readonly Payment[]): PaidTime | null {
  return payments.reduce<PaidTime | null>(addPayment, null);
}

/** Remaining value at a time, in cents, with fractions. */
export function remainingCents({ valueCents, valuedAt, paidUntil }: PaidTime, at: Date): number {
  const left = paidUntil.getTime() - at.getTime();
  if (left <= 0) return 0;
  const whole = paidUntil.getTime() - valuedAt.getTime();
  return left >= whole ? valueCents : (valueCents * left) / whole;
}

/**
 * Additional time that a payment for another plan gives for the remaining value, in milliseconds. Value paid in the currency of an
 * earlier setting counts at par, as plans' prices do when the setting changes: 29 before are 29 after.
 */
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

/**
 * An agreement counts its periods from its first payment, and from a late payment only if the plan had ended before it.
 */
function nextPayment(
  before: PaidTime | null,
  payment: Payment,
): Pick<PaidTime, 'nextPaymentAt' | 'paymentDay'> {
  if (payment.agreementId === null) return { nextPaymentAt: null, paymentDay: null };
  const due = before !== null && isSameAgreement(before.last, payment) ? before.nextPaymentAt : null;
  const goesOn = due !== null && due.getTime() + LATE_PAYMENT > payment.at.getTime();
  const from = goesOn ? due : payment.at;
  const paymentDay = (goesOn ? before?.paymentDay : null) ?? from.getUTCDate();
  return { nextPaymentAt: endOfPeriod(from, payment.billingPeriod, paymentDay), paymentDay };
}

function isSameAgreement(last: Payment, next: Payment): boolean {
  return next.agreementId !== null && next.agreementId === last.agreementId;
}
