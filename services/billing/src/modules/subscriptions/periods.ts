import type { BillingPeriod } from '../plans/plan.entity.ts';

export const DAY = 24 * 60 * 60 * 1000;
export const TRIAL_DAYS = 14;
export const MONEY_BACK_DAYS = 14;

/** The same day and time `months` later (UTC), or the last day of a month that has no such day. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}

export function endOfPeriod(start: Date, period: BillingPeriod): Date {
  return addMonths(start, period === 'yearly' ? 12 : 1);
}
