import { DAY_MS } from '@palisade/basics';
import type { BillingPeriod } from '../plans/plan.entity.ts';
import type { Subscription } from './subscription.entity.ts';

export const TRIAL_DAYS = 14;
export const MONEY_BACK_DAYS = 14;
/** An approval at PayPal is good for three hours; whoever has not paid by then will not. */
export const GIVE_UP_AFTER = 6 * 60 * 60 * 1000;
/**
 * PayPal takes the next payment on the day and tries a failed one again after five days and after ten; it may tell of it hours later.
 * The plan waits for all of it: ten days and one more. Shorter than a month, so that no second payment falls due meanwhile.
 */
export const LATE_PAYMENT = 11 * DAY_MS;

/**
 * The same time `months` later (UTC).
 * @param day of the month, 1 to 31; the last day of a month that has no such day
 */
export function addMonths(from: Date, months: number, day = from.getUTCDate()): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return to;
}

/** When a plan becomes the free one unless somebody pays; `null`: never. */
export function endOfPlan(
  terms: Pick<Subscription, 'trialEndsAt' | 'paidUntil' | 'agreementId'>,
): Date | null {
  const end = terms.trialEndsAt ?? terms.paidUntil;
  if (end === null || terms.agreementId === null) return end;
  return new Date(end.getTime() + LATE_PAYMENT);
}

/** Whether a plan is over. */
export function hasEnded(terms: Parameters<typeof endOfPlan>[0], now: Date): boolean {
  const end = endOfPlan(terms);
  return end !== null && end <= now;
}

/** @param day of the month on which the first of an unbroken row of periods began: a short month cuts only its own */
export function endOfPeriod(start: Date, period: BillingPeriod, day = start.getUTCDate()): Date {
  return addMonths(start, period === 'yearly' ? 12 : 1, day);
}
