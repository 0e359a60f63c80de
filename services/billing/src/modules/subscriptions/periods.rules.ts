import { DAY_MS } from '@palisade/basics';
import type { BillingPeriod } from '../plans/plan.entity.ts';
import type { Subscription } from './subscription.entity.ts';

export const TRIAL_DAYS = 14;
export const MONEY_BACK_DAYS = 14;
/** Time for paying an order: an approval at PayPal is valid for three hours. */
export const GIVE_UP_AFTER = 6 * 60 * 60 * 1000;
/**
 * How long a plan waits for a late payment. PayPal charges on the day and retries a failed payment after five and ten
 * days, and may report it hours later. Shorter than a month, so that no second payment falls due meanwhile.
 */
export const LATE_PAYMENT = 11 * DAY_MS;

/**
 * The same time `months` later (UTC).
 * @param day of the month, 1 to 31; the last day in months without it
 */
export function addMonths(from: Date, months: number, day = from.getUTCDate()): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return to;
}

/** When a plan becomes the free one without a payment; `null`: never. */
export function endOfPlan(
  terms: Pick<Subscription, 'trialEndsAt' | 'paidUntil' | 'agreementId'>,
): Date | null {
  const end = terms.trialEndsAt ?? terms.paidUntil;
  if (end === null || terms.agreementId === null) return end;
  return new Date(end.getTime() + LATE_PAYMENT);
}

/** Whether a plan has ended. */
export function hasEnded(terms: Parameters<typeof endOfPlan>[0], now: Date): boolean {
  const end = endOfPlan(terms);
  return end !== null && end <= now;
}

/** @param day of the month on which the first consecutive period began, so that a short month shortens only its own */
export function endOfPeriod(start: Date, period: BillingPeriod, day = start.getUTCDate()): Date {
  return addMonths(start, period === 'yearly' ? 12 : 1, day);
}
