import { z } from 'zod';
import { billingPeriodSchema, planChoiceSchema } from '../order-store/order.schema.ts';
import { PLAN_CHANGES } from '../subscriptions/plan-change.rules.ts';

export const planChangeQuerySchema = z.object({
  plan_id: planChoiceSchema,
  billing_period: billingPeriodSchema,
});
export type PlanChangeQuery = z.infer<typeof planChangeQuerySchema>;

export const planChangePreviewSchema = z
  .object({
    change: z.enum(PLAN_CHANGES),
    /** The buyer has to confirm: the new plan has less, or a plan without end gets one. */
    needs_consent: z.boolean(),
    /** The present plan; `null`: the free plan. */
    replaces: z
      .object({
        name: z.string(),
        is_trial: z.boolean(),
        /** `null`: no end. */
        ends_at: z.iso.datetime().nullable(),
      })
      .nullable(),
    /** Remaining value of earlier payments, and the days of the new plan that it buys. `null`: none. */
    credit: z.object({ amount: z.number(), days: z.int() }).nullable(),
    /** Amount due now, in units of `currency`. */
    amount: z.number(),
    currency: z.string(),
    /** End of the period that is paid for. */
    paid_until: z.iso.datetime(),
    /** When PayPal charges the same amount again; `null`: never. */
    next_payment_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PlanChangePreview' });
export type PlanChangePreview = z.infer<typeof planChangePreviewSchema>;
