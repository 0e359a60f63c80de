import { idSchema, type OrderId } from '@palisade/nest-kit';
import { z } from 'zod';
import type { Order } from './order.entity.ts';
import { awaitsConsent, ORDER_OUTCOMES, ORDER_STATUSES, outcomeOf } from './order-states.rules.ts';

export const billingPeriodSchema = z.enum(['monthly', 'yearly']);

/** A plan's slug, or its id. */
export const planChoiceSchema = z.union([
  z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[A-Za-z0-9-]+$/),
  z.int().min(1),
]);

export const orderSchema = z
  .object({
    id: z.uuid(),
    order_number: z.string(),
    plan_id: z.int(),
    plan_slug: z.string(),
    billing_period: billingPeriodSchema,
    created_at: z.iso.datetime(),
    /** In units of `currency`. */
    amount: z.number(),
    currency: z.string(),
    /** Refunded so far, in units of `currency`: all of `amount`, or a part that PayPal returned while the plan stays. */
    refunded_amount: z.number(),
    status: z.enum(ORDER_STATUSES),
    /** Outcome for the buyer; finer than `status`. */
    outcome: z.enum(ORDER_OUTCOMES),
    /**
     * Paid as a guest, and it would end the owner's present plan: it waits until the owner uses it or takes the money
     * back.
     */
    awaits_consent: z.boolean(),
    payment_method: z.string(),
    paid_at: z.iso.datetime().nullable(),
    refunded_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Order' });
export type OrderView = z.infer<typeof orderSchema>;

export const orderOutcomeSchema = orderSchema
  .extend({
    /** Paid by a guest, and not claimed by an account yet. */
    awaits_account: z.boolean(),
  })
  .meta({ id: 'OrderOutcome' });
export type OrderOutcomeView = z.infer<typeof orderOutcomeSchema>;

export const myOrdersSchema = z.object({ orders: z.array(orderSchema) }).meta({ id: 'MyOrders' });

export const adminOrderSchema = orderSchema
  .extend({
    user_id: z.uuid().nullable(),
    guest_email: z.string().nullable(),
    /** Address of the account or guest; null if the account is deleted or auth does not answer. */
    buyer_email: z.string().nullable(),
    failure: z.string().nullable(),
  })
  .meta({ id: 'AdminOrder' });

export const adminOrdersSchema = z
  .object({ orders: z.array(adminOrderSchema), total: z.int() })
  .meta({ id: 'AdminOrders' });

export const orderCreateSchema = z
  .object({
    plan_id: planChoiceSchema,
    payment_method: z.enum(['paypal']),
    billing_period: billingPeriodSchema.default('monthly'),
  })
  .meta({ id: 'OrderCreate' });
export type OrderCreate = z.infer<typeof orderCreateSchema>;

export const claimSchema = z.object({ claim_token: z.string().min(20).max(100) }).meta({ id: 'OrderClaim' });

export const refundSchema = z
  .object({
    /** Also refunds after the end of the money-back guarantee. */
    beyond_guarantee: z.boolean().default(false),
  })
  .meta({ id: 'OrderRefund' });

export const moneyBackPreviewSchema = z
  .object({
    /** Refundable amount, in units of `currency`. */
    amount: z.number(),
    currency: z.string(),
    /** End of the guarantee. */
    until: z.iso.datetime(),
    /** The plan after the refund. */
    plan_after: z.object({
      name: z.string(),
      /** `null`: no end. */
      paid_until: z.iso.datetime().nullable(),
    }),
  })
  .meta({ id: 'MoneyBackPreview' });
export type MoneyBackPreview = z.infer<typeof moneyBackPreviewSchema>;

const MAX_BUYERS = 200;

export const ORDER_SORTS = ['created_at', 'amount', 'status'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export const adminOrdersQuerySchema = z.object({
  after: idSchema<OrderId>()
    .optional()
    .describe('Id of the last order of the page before; absent: the first page.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  search: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe('Part of an order number or of a guest’s address; or the whole id of an order, at PayPal too.'),
  user_ids: z
    .string()
    .max(MAX_BUYERS * 37)
    .regex(
      /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:,|$))*$/i,
      'must be ids of users with commas between them',
    )
    .optional()
    .transform((text) => text?.split(',').filter((id) => id !== '') ?? [])
    .describe('Also the orders of these users: ids with commas between them.'),
  sort: z.enum(ORDER_SORTS).default('created_at').describe('Equal ones are sorted by date.'),
  order: z.enum(['asc', 'desc']).default('desc'),
});
export type AdminOrdersQuery = z.infer<typeof adminOrdersQuerySchema>;

export function toOrderView(order: Order): OrderView {
  return {
    id: order.id,
    order_number: order.orderNumber,
    plan_id: order.planId,
    plan_slug: order.planSlug,
    billing_period: order.billingPeriod,
    created_at: order.createdAt.toISOString(),
    amount: order.amountCents / 100,
    currency: order.currency,
    refunded_amount: (order.refundedAt === null ? order.refundedCents : order.amountCents) / 100,
    status: order.status,
    outcome: outcomeOf(order),
    awaits_consent: awaitsConsent(order),
    payment_method: order.paymentMethod,
    paid_at: order.paidAt?.toISOString() ?? null,
    refunded_at: order.refundedAt?.toISOString() ?? null,
  };
}
