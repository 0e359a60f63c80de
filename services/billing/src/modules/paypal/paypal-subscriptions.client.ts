import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { BillingPeriod } from '../plans/plan.entity.ts';
import { PayPalClient } from './paypal.client.ts';

// The parts of PayPal's documents that are read. https://developer.paypal.com/docs/api/subscriptions/v1/

const withId = z.object({ id: z.string() });

const subscriptionSchema = z.object({
  id: z.string(),
  plan_id: z.string(),
  custom_id: z.string().optional(),
  status: z.enum(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
});
export type PayPalSubscription = z.infer<typeof subscriptionSchema>;

const transactionSchema = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']),
  amount_with_breakdown: z.object({
    gross_amount: z.object({ currency_code: z.string(), value: z.string() }),
  }),
  time: z.iso.datetime(),
});
export type PayPalTransaction = z.infer<typeof transactionSchema>;

export interface NewPayPalPlan {
  name: string;
  period: BillingPeriod;
  currency: string;
  /** Decimal, such as "29.00". */
  value: string;
  /** Makes retries idempotent. */
  requestId: string;
}

/** PayPal's REST API for subscriptions. */
@Injectable()
export class PayPalSubscriptionsClient {
  constructor(private readonly payPal: PayPalClient) {}

  /** @returns PayPal's id of the plan */
  async createPlan(plan: NewPayPalPlan): Promise<string> {
    const product = await this.payPal.call(
      {
        method: 'POST',
        path: '/v1/catalogs/products',
        body: JSON.stringify({ name: `Palisade ${plan.name}`, type: 'SERVICE', category: 'SOFTWARE' }),
        requestId: `${plan.requestId}-product`,
      },
      withId,
    );
    const { id } = await this.payPal.call(
      {
        method: 'POST',
        path: '/v1/billing/plans',
        body: JSON.stringify({
          product_id: product.id,
          name: `Palisade ${plan.name}, ${plan.period}`,
          status: 'ACTIVE',
          billing_cycles: [
            {
              frequency: { interval_unit: plan.period === 'yearly' ? 'YEAR' : 'MONTH', interval_count: 1 },
              tenure_type: 'REGULAR',
              sequence: 1,
              total_cycles: 0,
              pricing_scheme: { fixed_price: { currency_code: plan.currency, value: plan.value } },
            },
          ],
          // A failed payment is not added to the next one: every payment is the agreed sum and buys one period.
          payment_preferences: { auto_bill_outstanding: false, payment_failure_threshold: 2 },
        }),
        requestId: `${plan.requestId}-plan`,
      },
      withId,
    );
    return id;
  }

  /** @param customId our order's id, which PayPal returns with everything about the agreement */
  async create(planId: string, customId: string): Promise<string> {
    const { id } = await this.payPal.call(
      {
        method: 'POST',
        path: '/v1/billing/subscriptions',
        body: JSON.stringify({
          plan_id: planId,
          custom_id: customId,
          application_context: {
            brand_name: 'Palisade',
            shipping_preference: 'NO_SHIPPING',
            user_action: 'SUBSCRIBE_NOW',
          },
        }),
        requestId: customId,
      },
      withId,
    );
    return id;
  }

  get(id: string): Promise<PayPalSubscription> {
    return this.payPal.call({ method: 'GET', path: pathOf(id) }, subscriptionSchema);
  }

  /** Payments since then, oldest first. */
  async transactions(id: string, since: Date): Promise<PayPalTransaction[]> {
    const period = new URLSearchParams({
      start_time: new Date(since.getTime() - CLOCKS_DIFFER_MS).toISOString(),
      end_time: new Date(Date.now() + CLOCKS_DIFFER_MS).toISOString(),
    });
    const { transactions } = await this.payPal.call(
      { method: 'GET', path: `${pathOf(id)}/transactions?${period}` },
      z.object({ transactions: z.array(transactionSchema).default([]) }),
    );
    return transactions.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  }

  async cancel(id: string, reason: string): Promise<void> {
    await this.payPal.call(
      { method: 'POST', path: `${pathOf(id)}/cancel`, body: JSON.stringify({ reason }) },
      z.unknown(),
    );
  }
}

const CLOCKS_DIFFER_MS = 3_600_000;
const pathOf = (id: string): string => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;
