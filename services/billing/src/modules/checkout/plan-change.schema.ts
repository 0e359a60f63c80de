import { z } from 'zod';
import { billingPeriodSchema, planChoiceSchema } from '../orders/order.schema.ts';
import { PLAN_CHANGES } from '../subscriptions/plan-change.rules.ts';

export const planChangeQuerySchema = z.object({
  plan_id: planChoiceSchema,
  billing_period: billingPeriodSchema,
});
export type PlanChangeQuery = z.infer<typeof planChangeQuerySchema>;

export const planChangePreviewSchema = z
  .object({
    change: z.enum(PLAN_CHANGES),
    /** The buyer is to confirm: less is had afterwards, or a plan without end gets one. */
    needs_consent: z.boolean(),
    /** What is had now; `null`: the free plan. */
    replaces: z
      .object({
        name: z.string(),
        is_trial: z.boolean(),
        /** `null`: without end. */
        ends_at: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** What is left of the money that was paid for it, and the days of the new plan that it buys. `null`: nothing. */
    credit: z.object({ amount: z.number(), days: z.int() }).nullable(),
    /** To be paid now, in units of `currency`. */
    amount: z.number(),
    currency: z.string(),
    /** The new plan is paid for until then. */
    paid_until: z.iso.datetime(),
    /** When PayPal takes the same amount again by itself; `null`: it does not. */
    next_payment_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PlanChangePreview' });
export type PlanChangePreview = z.infer<typeof planChangePreviewSchema>;
