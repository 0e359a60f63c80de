import { Injectable } from '@nestjs/common';
import type { OrderId, UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { type BillingPeriod, FREE_PLAN_ID } from '../plans/plan.entity.ts';
import type { Payment } from './paid-time.rules.ts';

export interface PastPayment extends Payment {
  isRefunded: boolean;
}

interface Row {
  id: OrderId;
  plan_id: number;
  billing_period: BillingPeriod;
  amount_cents: number;
  paypal_agreement_id: string | null;
  activated_at: Date;
  refunded_at: Date | null;
}

/** Changes `c` of a user since the last free or administrator's plan: earlier payments no longer count. */
const COUNTS = `c.reason = 'paid' AND c.revision > (
  SELECT coalesce(max(revision), -1) FROM subscription_changes
   WHERE user_id = c.user_id AND (plan_id = ${FREE_PLAN_ID} OR reason = 'admin'))`;

/** SQL: whether a plan is based on an order. @param order its alias */
export const standsOn = (order: string): string =>
  `EXISTS (SELECT FROM subscription_changes c WHERE c.user_id = ${order}.user_id AND c.order_id = ${order}.id AND ${COUNTS})`;

/** The payments that a plan is based on. */
@Injectable()
export class PaymentHistoryRepository {
  /** In the order in which they took effect. */
  async of(manager: EntityManager, userId: UserId): Promise<PastPayment[]> {
    const rows: Row[] = await manager.query(
      `SELECT o.id, o.plan_id, o.billing_period, o.amount_cents, o.paypal_agreement_id, o.activated_at, o.refunded_at
         FROM subscription_changes c JOIN orders o ON o.id = c.order_id
        WHERE c.user_id = $1 AND ${COUNTS}
        ORDER BY c.revision`,
      [userId],
    );
    return rows.map((row) => ({
      orderId: row.id,
      planId: row.plan_id,
      billingPeriod: row.billing_period,
      amountCents: row.amount_cents,
      agreementId: row.paypal_agreement_id,
      at: row.activated_at,
      isRefunded: row.refunded_at !== null,
    }));
  }
}
