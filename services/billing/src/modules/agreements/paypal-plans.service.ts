import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { toDecimal } from '../order-store/money.rules.ts';
import type { Order } from '../order-store/order.entity.ts';
import { PayPalSubscriptionsClient } from '../paypal/paypal-subscriptions.client.ts';
import type { Plan } from '../plans/plan.entity.ts';

/** PayPal's plans, created when first bought: one per plan, period, price and currency. */
@Injectable()
export class PayPalPlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalSubscriptionsClient,
  ) {}

  /** PayPal's id of the order's plan. @throws PayPalError, PayPalUnavailable */
  async idOf(order: Order, plan: Plan): Promise<string> {
    const key = [order.planId, order.billingPeriod, order.amountCents, order.currency];
    const known = await this.find(key);
    if (known !== undefined) return known;
    const made = await this.payPal.createPlan({
      name: plan.name,
      period: order.billingPeriod,
      currency: order.currency,
      value: toDecimal(order.amountCents),
      // Version 2, since earlier plans add a missed payment to the next one; with the old key, PayPal would return one
      // of them.
      requestId: `palisade-2-${key.join('-')}`,
    });
    await this.dataSource.query(
      'INSERT INTO paypal_plans VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [...key, made],
    );
    return (await this.find(key)) ?? made;
  }

  private async find(key: readonly unknown[]): Promise<string | undefined> {
    const [row]: { id: string }[] = await this.dataSource.query(
      `SELECT paypal_plan_id AS id FROM paypal_plans
        WHERE plan_id = $1 AND billing_period = $2 AND amount_cents = $3 AND currency = $4`,
      [...key],
    );
    return row?.id;
  }
}
