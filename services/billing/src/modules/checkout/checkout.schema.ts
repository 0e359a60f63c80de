import { z } from 'zod';
import { billingPeriodSchema, planChoiceSchema } from '../order-store/order.schema.ts';

export const createPayPalOrderSchema = z
  .object({
    plan_id: planChoiceSchema,
    billing_period: billingPeriodSchema.default('monthly'),
    /** Guests only: address of the future account. */
    user_email: z.email('Please enter a valid email address').max(254).nullish(),
    user_name: z
      .string()
      .trim()
      .max(200)
      .refine((name) => !/\p{Cc}/u.test(name), 'Please enter a name without line breaks')
      .nullish(),
  })
  .meta({ id: 'PayPalOrderCreate' });
export type CreatePayPalOrder = z.infer<typeof createPayPalOrderSchema>;

export const payPalOrderCreatedSchema = z
  .object({
    /** PayPal's id of the order, or of the agreement with automatic renewal. */
    paypal_order_id: z.string(),
    /** Our id, under which the order's outcome can be read. */
    id: z.uuid(),
    order_number: z.string(),
  })
  .meta({ id: 'PayPalOrderCreated' });

const payPalId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'is not a PayPal order id');

export const capturePayPalOrderSchema = z
  .object({ order_id: payPalId.optional(), paypal_order_id: payPalId })
  .meta({ id: 'PayPalCapture' });
export type CapturePayPalOrder = z.infer<typeof capturePayPalOrderSchema>;

export const giveUpPayPalOrderSchema = z
  .object({
    paypal_order_id: payPalId,
    /** Reported by PayPal's script in the browser. */
    reason: z.enum(['cancelled', 'error']),
  })
  .meta({ id: 'PayPalGiveUp' });
export type GiveUpPayPalOrder = z.infer<typeof giveUpPayPalOrderSchema>;

export const captureResultSchema = z
  .object({
    success: z.boolean(),
    message: z.string(),
    /** Our id, under which the order's outcome can be read. */
    id: z.uuid(),
    order_number: z.string(),
    /** Guests: with this token and the same e-mail address, a new account claims the order. */
    claim_token: z.string().nullable(),
  })
  .meta({ id: 'PayPalCaptureResult' });
export type CaptureResult = z.infer<typeof captureResultSchema>;

export const payPalConfigSchema = z
  .object({
    enabled: z.boolean(),
    client_id: z.string().nullable(),
    currency: z.string(),
    /** The browser script with its query. */
    script_url: z.string().nullable(),
    /** The buttons create a subscription (`createSubscription`) instead of a single payment. */
    renews: z.boolean(),
    /** No real money: payments go to the local stand-in. */
    is_stand_in: z.boolean(),
  })
  .meta({ id: 'PayPalConfig' });
