import { z } from 'zod';

// The parts of PayPal's documents that are read. https://developer.paypal.com/docs/api/orders/v2/
// and https://developer.paypal.com/docs/api/payments/v2/

const money = z.object({ currency_code: z.string(), value: z.string() });

export const payPalCaptureSchema = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money,
  custom_id: z.string().optional(),
});
export type PayPalCapture = z.infer<typeof payPalCaptureSchema>;

export const payPalOrderSchema = z.object({
  id: z.string(),
  intent: z.string().optional(),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        amount: money.optional(),
        payments: z.object({ captures: z.array(payPalCaptureSchema).optional() }).optional(),
      }),
    )
    .default([]),
});
export type PayPalOrder = z.infer<typeof payPalOrderSchema>;

export const payPalRefundSchema = z.object({
  id: z.string(),
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  amount: money.optional(),
  /** Its `up` leads to the refunded payment. */
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
export type PayPalRefund = z.infer<typeof payPalRefundSchema>;

export const payPalTokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

export const payPalProblemSchema = z.object({
  name: z.string().default('UNKNOWN'),
  debug_id: z.string().default(''),
  details: z.array(z.object({ issue: z.string() })).default([]),
});

export const webhookEventSchema = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().max(200),
  resource: z.looseObject({
    id: z.string().optional(),
    custom_id: z.string().optional(),
    /** Of subscription payments (PAYMENT.SALE.…): the agreement, and for refunds the payment. */
    billing_agreement_id: z.string().optional(),
    sale_id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  }),
});
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** https://developer.paypal.com/docs/api/webhooks/v1/#webhooks-events_list */
export const payPalEventsSchema = z.object({
  events: z.array(webhookEventSchema).default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
