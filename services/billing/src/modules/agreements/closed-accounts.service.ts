import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UserId } from '@palisade/nest-kit';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { Order } from '../order-store/order.entity.ts';
import { columnsOf, ORDER_STATES } from '../order-store/order-states.rules.ts';
import { PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { FREE_PLAN_ID } from '../plans/plan.entity.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { Subscription } from '../subscriptions/subscription.entity.ts';
import { freeTerms, SubscriptionChangesService } from '../subscriptions/subscription-changes.service.ts';

const BATCH_SIZE = 50;

/**
 * Nobody can sign in to a closed account to cancel anything. So its agreements end, whatever their status, and money
 * that still arrives has no effect and is refunded: PayPal may have been asked for it before the account was closed.
 */
@Injectable()
export class ClosedAccountsService {
  private readonly logger = new Logger(ClosedAccountsService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly subscriptions: SubscriptionChangesService,
    private readonly settlement: SettlementService,
    private readonly payPal: PayPalClient,
  ) {}

  /** Ends what the account had paid for. Invoices stay. */
  async close(userId: UserId): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const subscription = await this.subscriptions.lock(manager, userId);
      if (subscription.closedAt !== null) return;
      subscription.closedAt = new Date();
      await manager.update(Subscription, { userId }, { closedAt: subscription.closedAt });
      if (subscription.planId !== FREE_PLAN_ID)
        await this.subscriptions.change(manager, subscription, freeTerms('cancelled'), 'cancelled', userId);
      await endAgreementsOf(manager, userId);
    });
  }

  /**
   * A deactivated account cannot be signed in to either, and its sites are not protected: no more money is taken. What
   * was paid for stays, since the account may be activated again.
   */
  async deactivate(userId: UserId): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await this.subscriptions.lock(manager, userId);
      await manager.update(Subscription, { userId }, { agreementId: null, nextPaymentAt: null });
      await endAgreementsOf(manager, userId);
    });
  }

  async run(): Promise<void> {
    // An agreement may have been opened while its account was being closed.
    await endAgreementsOf(this.dataSource.manager, null);
    await this.refundPayments();
  }

  /**
   * Refunds that PayPal refuses are retried at the next run; the order is random, so that one does not hold up the
   * others.
   */
  private async refundPayments(): Promise<void> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT o.id FROM orders o JOIN subscriptions s ON s.user_id = o.user_id
        WHERE o.status = $1 AND o.activated_at IS NULL AND s.closed_at IS NOT NULL
        ORDER BY random() LIMIT ${BATCH_SIZE}`,
      [ORDER_STATES.paid.status],
    );
    const orders = await this.dataSource.manager.findBy(Order, { id: In(rows.map(({ id }) => id)) });
    for (const order of orders) {
      try {
        if (order.paypalCaptureId !== null)
          await this.payPal.refundCapture(order.paypalCaptureId, `${order.id}-refund`);
      } catch (error) {
        if (!(error instanceof PayPalError || error instanceof PayPalUnavailable)) throw error;
        this.logger.error(
          { err: error, order: order.orderNumber },
          'a payment for a closed account cannot be given back now',
        );
        continue;
      }
      await this.settlement.refund(order.id);
    }
  }
}

/** Ends agreements, also those whose first payment is still open. @param userId null: of all closed accounts */
async function endAgreementsOf(manager: EntityManager, userId: UserId | null): Promise<void> {
  const { status, failure } = columnsOf('ended_with_account');
  await manager.query(
    `WITH ending AS (
       UPDATE paypal_agreements a SET status = 'ending' FROM subscriptions s
        WHERE s.user_id = a.user_id AND coalesce(s.user_id = $1::uuid, s.closed_at IS NOT NULL)
          AND a.status IN ('pending', 'active')
       RETURNING a.order_id)
     UPDATE orders o SET status = $2, failure = $3 FROM ending WHERE o.id = ending.order_id AND o.status = $4`,
    [userId, status, failure, ORDER_STATES.open.status],
  );
}
