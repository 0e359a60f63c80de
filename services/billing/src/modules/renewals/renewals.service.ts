import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/basics';
import { mailEventsV1 } from '@palisade/contracts';
import { OutboxWriter, uuidV7 } from '@palisade/messaging';
import type { UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';
import { ClosedAccountsService } from '../agreements/closed-accounts.service.ts';
import { SubscriptionMaintenanceService } from '../agreements/subscription-maintenance.service.ts';
import { BandwidthService } from '../bandwidth/bandwidth.service.ts';
import { Order } from '../order-store/order.entity.ts';
import { HELD_BY_PAYPAL } from '../order-store/order-states.rules.ts';
import { GuestPaymentsService } from '../orders/guest-payments.service.ts';
import { PaymentsService } from '../payments/payments.service.ts';
import { PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { Plan } from '../plans/plan.entity.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { inTurn } from '../steps/in-turn.rules.ts';
import { isRecheckDue, MAX_RECHECK_AFTER_MS } from '../steps/recheck.rules.ts';
import { GIVE_UP_AFTER, hasEnded, LATE_PAYMENT } from '../subscriptions/periods.rules.ts';
import { freeTerms, SubscriptionChangesService } from '../subscriptions/subscription-changes.service.ts';

const BATCH_SIZE = 200;
/** How long before the end of a period owners are reminded. */
const REMIND_BEFORE = 7 * DAY_MS;

/** Time-dependent changes of plans and orders. Each step may run twice, and concurrently elsewhere. */
@Injectable()
export class RenewalsService {
  private readonly logger = new Logger(RenewalsService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly subscriptions: SubscriptionChangesService,
    private readonly settlement: SettlementService,
    private readonly payments: PaymentsService,
    private readonly payPal: PayPalClient,
    private readonly outbox: OutboxWriter,
    private readonly bandwidth: BandwidthService,
    private readonly agreements: SubscriptionMaintenanceService,
    private readonly closed: ClosedAccountsService,
    private readonly guests: GuestPaymentsService,
    @Inject(AUTH) private readonly auth: AuthClient,
  ) {}

  async run(now = new Date()): Promise<void> {
    // Payments first, then what was not paid, then notifications, as mails need other services.
    await inTurn(this.logger, {
      agreements: () => this.agreements.run(now),
      orders: () => this.reconcileOrders(now),
      'ends of periods': () => this.endPeriods(now),
      'orders that nobody can pay': () => this.endUnpayable(now),
      'closed accounts': () => this.closed.run(),
      "guests' payments": () => this.guests.run(now),
      reminders: () => this.remind(now),
      bandwidth: () => this.bandwidth.warn(now),
    });
  }

  /** Ends trials, and paid periods without a further payment: the plan becomes the free one. */
  async endPeriods(now: Date): Promise<void> {
    const rows: { user_id: UserId }[] = await this.dataSource.query(
      `SELECT user_id FROM subscriptions
        WHERE trial_ends_at <= $1 OR paid_until <= CASE WHEN agreement_id IS NULL THEN $1::timestamptz ELSE $2 END
        LIMIT ${BATCH_SIZE}`,
      [now, new Date(now.getTime() - LATE_PAYMENT)],
    );
    for (const { user_id: userId } of rows) {
      await this.dataSource.transaction(async (manager) => {
        const subscription = await this.subscriptions.lock(manager, userId);
        if (!hasEnded(subscription, now)) return;
        const reason = subscription.status === 'trial' ? 'trial_ended' : 'expired';
        await this.subscriptions.change(manager, subscription, freeTerms(), reason);
      });
    }
  }

  /** Sends one mail per period, a week before its end. */
  async remind(now: Date): Promise<void> {
    const rows: { user_id: UserId }[] = await this.dataSource.query(
      `SELECT user_id FROM subscriptions
       WHERE reminded_at IS NULL AND agreement_id IS NULL AND least(trial_ends_at, paid_until) BETWEEN $1 AND $2 LIMIT ${BATCH_SIZE}`,
      [now, new Date(now.getTime() + REMIND_BEFORE)],
    );
    if (rows.length === 0) return;
    const { users } = await this.auth.getUsers({ ids: rows.map((row) => row.user_id) });
    for (const user of users) {
      await this.dataSource.transaction(async (manager) => {
        const subscription = await this.subscriptions.lock(manager, user.id as UserId);
        const end = subscription.trialEndsAt ?? subscription.paidUntil;
        if (subscription.remindedAt !== null || end === null) return;
        const plan = await manager.findOneByOrFail(Plan, { id: subscription.planId });
        await manager.query('UPDATE subscriptions SET reminded_at = $2 WHERE user_id = $1', [user.id, now]);
        await this.outbox.add(manager, 'mailer.mail_requested.v1', user.id, {
          mailId: uuidV7(),
          category: mailEventsV1.MailCategory.BILLING,
          template: 'plan_expiring',
          to: user.email,
          toName: user.fullName || user.username,
          userId: user.id,
          variables: {
            plan: plan.name,
            ends_at: end.toISOString().slice(0, 10),
          },
        });
      });
    }
  }

  /** Ends orders that nothing at PayPal belongs to, which would stay pending for ever. */
  private async endUnpayable(now: Date): Promise<void> {
    const orders = await this.dataSource.manager
      .createQueryBuilder(Order, 'o')
      .where(`o.status = 'pending' AND o.paypal_order_id IS NULL AND o.paypal_agreement_id IS NULL`)
      .andWhere('o.created_at < :old', { old: new Date(now.getTime() - GIVE_UP_AFTER) })
      .take(BATCH_SIZE)
      .getMany();
    for (const { id } of orders) await this.settlement.end(id, 'ended_unpaid');
  }

  /**
   * Reconciles payments whose money PayPal may have taken, such as those that were under way when the database or this
   * service ended. Run more often than the others, as their buyers wait.
   */
  async reconcileTaken(now = new Date()): Promise<void> {
    if (!this.payPal.isConfigured) return;
    await inTurn(this.logger, {
      agreements: () => this.agreements.reconcilePending(now),
      orders: () => this.reconcileHeld(now),
    });
  }

  private async reconcileHeld(now: Date): Promise<void> {
    const held = await this.pendingOrders()
      .andWhere('o.failure IN (:...failures)', { failures: HELD_BY_PAYPAL })
      .andWhere(isRecheckDue('o', ':now'), { now })
      .getMany();
    await this.reconcileEach(held, now);
  }

  /**
   * Reconciles orders whose outcome was never reported: a browser closed after the approval, a crash between capture
   * and activation, a lost webhook.
   */
  async reconcileOrders(now: Date): Promise<void> {
    if (!this.payPal.isConfigured) return;
    await this.reconcileHeld(now);
    const settled = await this.pendingOrders()
      .andWhere('o.created_at < :settled', { settled: new Date(now.getTime() - 60_000) })
      .andWhere('(o.checked_at IS NULL OR o.checked_at < :checked)', {
        checked: new Date(now.getTime() - MAX_RECHECK_AFTER_MS),
      })
      .getMany();
    await this.reconcileEach(settled, now);
  }

  /** The orders checked longest ago come first. */
  private pendingOrders() {
    return this.dataSource.manager
      .createQueryBuilder(Order, 'o')
      .where(`o.status = 'pending' AND o.paypal_order_id IS NOT NULL`)
      .orderBy('o.checked_at', 'ASC', 'NULLS FIRST')
      .take(50);
  }

  private async reconcileEach(orders: readonly Order[], now: Date): Promise<void> {
    for (const order of orders) {
      try {
        await this.reconcileOrder(order, now);
      } catch (error) {
        if (!(error instanceof PayPalError || error instanceof PayPalUnavailable)) throw error;
        this.logger.warn(
          { err: error, order: order.orderNumber },
          'PayPal cannot be asked about an order now',
        );
        if (error instanceof PayPalUnavailable) return;
      }
    }
  }

  private async reconcileOrder(order: Order, now: Date): Promise<void> {
    const isOld = now.getTime() - order.createdAt.getTime() > GIVE_UP_AFTER;
    try {
      const outcome = await this.payments.reconcile(order);
      if (outcome === 'not_approved' && isOld) await this.settlement.end(order.id, 'ended_unapproved');
    } catch (error) {
      const isGone = error instanceof PayPalError && error.status === 404;
      if (!isGone || !isOld) throw error;
      await this.settlement.end(order.id, 'ended_unapproved');
    }
  }
}
