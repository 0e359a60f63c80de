import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS, SingleFlight } from '@palisade/basics';
import { type Caller, newId, type OrderId } from '@palisade/nest-kit';
import { type DataSource, In, IsNull } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { toCents } from '../order-store/money.rules.ts';
import { Order } from '../order-store/order.entity.ts';
import { OrderNumbersService } from '../order-store/order-numbers.service.ts';
import { columnsOf, may } from '../order-store/order-states.rules.ts';
import type { PaymentOutcome } from '../payments/payments.service.ts';
import { PayPalClient, PayPalError } from '../paypal/paypal.client.ts';
import {
  type PayPalSubscription,
  PayPalSubscriptionsClient,
  type PayPalTransaction,
} from '../paypal/paypal-subscriptions.client.ts';
import type { Plan } from '../plans/plan.entity.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { Subscription } from '../subscriptions/subscription.entity.ts';
import { Agreement } from './agreement.entity.ts';
import { PayPalPlansService } from './paypal-plans.service.ts';

/** PayPal lists a payment minutes after taking it, sometimes hours. */
const TOLD_WITHIN_MS = DAY_MS;
/**
 * How far back an ended agreement's payments are read, ms. Far longer than a payment can be reported late or refunded,
 * and shorter than orders are kept, so that no payment is booked a second time.
 */
const LOOKED_BACK_MS = 2 * 365 * DAY_MS;

/**
 * PayPal subscriptions. As with single payments, only PayPal's answers count: every payment that it lists for an
 * agreement becomes an order with an invoice exactly once, however often and by whomever the agreement is reconciled.
 */
@Injectable()
export class AgreementsService {
  private readonly logger = new Logger(AgreementsService.name);
  /** At most one conversation with PayPal per agreement in this process; concurrent callers share its result. */
  private readonly underWay = new SingleFlight<string, PaymentOutcome>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalSubscriptionsClient,
    private readonly payments: PayPalClient,
    private readonly plans: PayPalPlansService,
    private readonly numbers: OrderNumbersService,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  /**
   * Members pay by agreement where agreements are configured. Guests pay once, since nobody could cancel an agreement
   * without an account.
   */
  isOffered(caller: Caller): boolean {
    return (
      this.payments.isConfigured &&
      this.config.PALISADE_PAYPAL_RENEWAL === 'subscription' &&
      caller.kind === 'user'
    );
  }

  /** Creates an agreement for a member's order. @throws PayPalError, PayPalUnavailable */
  async open(order: Order, plan: Plan): Promise<string> {
    if (order.userId === null) throw new Error('guests have no agreements');
    const paypalPlanId = await this.plans.idOf(order, plan);
    const id = await this.payPal.create(paypalPlanId, order.id);
    await this.dataSource.transaction(async (manager) => {
      await manager.update(Order, { id: order.id }, { paypalAgreementId: id });
      await manager.insert(Agreement, {
        id,
        orderId: order.id,
        userId: order.userId!,
        paypalPlanId,
        status: 'pending',
        createdAt: new Date(),
        checkedAt: null,
        unsettledSince: null,
        buyerEndedAt: null,
      });
    });
    return id;
  }

  find(id: string): Promise<Agreement | null> {
    return this.dataSource.manager.findOneBy(Agreement, { id });
  }

  /** By PayPal's id of the order, or of the agreement that began with it. */
  async orderAtPayPal(id: string): Promise<Order | null> {
    const agreement = await this.find(id);
    return this.dataSource.manager.findOneBy(
      Order,
      agreement === null ? { paypalOrderId: id } : { id: agreement.orderId },
    );
  }

  /** Reconciles an agreement and the orders of its payments with PayPal. @throws PayPalError, PayPalUnavailable */
  reconcile(agreement: Agreement, now = new Date()): Promise<PaymentOutcome> {
    return this.underWay.run(agreement.id, async () => {
      const checkedAt = new Date();
      const outcome = await this.reconcileOnce(agreement, now);
      // Only now: what could not be booked stays due.
      await this.dataSource.manager.update(Agreement, { id: agreement.id }, { checkedAt });
      return outcome;
    });
  }

  /**
   * Ends the agreement at PayPal. Payments that PayPal took before are looked for during another day and refunded,
   * however long PayPal refuses the refund. Idempotent.
   * @throws PayPalError, PayPalUnavailable
   */
  async endAtPayPal(agreement: Agreement): Promise<void> {
    await this.cancelAtPayPal(agreement);
    await this.dataSource.query(
      `UPDATE paypal_agreements SET status = 'ended',
              unsettled_since = CASE WHEN status = 'ended' THEN coalesce(unsettled_since, $2) ELSE $2 END
        WHERE id = $1`,
      [agreement.id, new Date()],
    );
  }

  private async cancelAtPayPal({ id }: Agreement): Promise<void> {
    try {
      await this.payPal.cancel(id, 'Cancelled by the customer or replaced');
    } catch (error) {
      // Unknown, ended, or never approved: no money comes from it.
      if (!(error instanceof PayPalError && [404, 422].includes(error.status))) throw error;
    }
  }

  /**
   * Ends an agreement that nobody approved, with its order, so that it can no longer be approved.
   * @throws PayPalError, PayPalUnavailable
   */
  async endUnapproved(agreement: Agreement): Promise<void> {
    await this.endAtPayPal(agreement);
    await this.settlement.end(agreement.orderId, 'ended_unapproved');
  }

  private async reconcileOnce(given: Agreement, now: Date): Promise<PaymentOutcome> {
    const agreement = (await this.find(given.id)) ?? given;
    const isOver = agreement.status === 'ending' || agreement.status === 'ended';
    const first = await this.dataSource.manager.findOneByOrFail(Order, { id: agreement.orderId });
    const atPayPal = await this.payPal.get(agreement.id).catch((error: unknown) => {
      if (isOver && error instanceof PayPalError && error.status === 404) return null;
      throw error;
    });
    if (atPayPal === null) {
      this.logger.warn({ agreement: agreement.id }, 'PayPal does not know the ended agreement');
      await this.setSettled(agreement);
      return 'not_approved';
    }
    if (atPayPal.custom_id !== first.id || atPayPal.plan_id !== agreement.paypalPlanId) {
      return this.refuse(first, agreement);
    }
    const since = new Date(Math.max(agreement.createdAt.getTime(), now.getTime() - LOOKED_BACK_MS));
    const transactions = await this.payPal.transactions(agreement.id, since);
    const isBooked = !isOver || agreement.buyerEndedAt !== null;
    const unbooked: PayPalTransaction[] = [];
    for (const transaction of transactions) {
      const order = await this.orderOf(transaction, isBooked ? first : null);
      if (order === null && !isBooked) unbooked.push(transaction);
      else if (!(await this.book(transaction, order, first, agreement))) return this.refuse(first, agreement);
    }
    if (isOver) {
      await this.endIfAlive(agreement, atPayPal);
      await this.giveBack(agreement, unbooked);
      await this.settle(agreement, transactions, now);
    } else await this.follow(agreement, atPayPal);
    return outcomeOf(await this.dataSource.manager.findOneByOrFail(Order, { id: first.id }), atPayPal);
  }

  /** The order of a payment: one that has it, or the first one if it has none yet. */
  private async orderOf(transaction: PayPalTransaction, first: Order | null): Promise<Order | null> {
    const known = await this.dataSource.manager.findOneBy(Order, { paypalCaptureId: transaction.id });
    if (known !== null || first === null) return known;
    const current = await this.dataSource.manager.findOneByOrFail(Order, { id: first.id });
    return current.paypalCaptureId === null && may('complete', current) ? current : null;
  }

  /** Books a payment. False if amount or currency differ from what was agreed. */
  private async book(
    transaction: PayPalTransaction,
    known: Order | null,
    first: Order,
    agreement: Agreement,
  ): Promise<boolean> {
    if (transaction.status === 'PENDING' || transaction.status === 'DECLINED') return true;
    const { currency_code: currency, value } = transaction.amount_with_breakdown.gross_amount;
    if (currency !== first.currency || toCents(value) !== first.amountCents) return false;
    const order = known ?? (await this.renewal(transaction, first));
    await this.settlement.complete(order.id, transaction.id);
    // Only after the booking: until then it is pending, and checked often. An ended one stays ended.
    await this.dataSource.manager.update(
      Agreement,
      { id: agreement.id, status: 'pending' },
      { status: 'active' },
    );
    if (transaction.status === 'REFUNDED') await this.settlement.refund(order.id);
    return true;
  }

  /** Creates an order for a further payment. If two processes do so at once, the unique payment id lets one through. */
  private async renewal(transaction: PayPalTransaction, first: Order): Promise<Order> {
    const { manager } = this.dataSource;
    await manager
      .createQueryBuilder()
      .insert()
      .into(Order)
      .values({
        ...first,
        id: newId<OrderId>(),
        orderNumber: await this.numbers.next(manager),
        paypalOrderId: null,
        paypalCaptureId: transaction.id,
        ...columnsOf('open'),
        createdAt: new Date(),
        paidAt: null,
        activatedAt: null,
        refundedAt: null,
        refundedCents: 0,
        checkedAt: null,
      })
      .orIgnore()
      .execute();
    return manager.findOneByOrFail(Order, { paypalCaptureId: transaction.id });
  }

  /**
   * Refunds money that came after the end, which is never booked. If PayPal refuses one refund, the others are made
   * nevertheless, and the agreement stays unsettled. @throws PayPalError, PayPalUnavailable
   */
  private async giveBack({ id }: Agreement, transactions: readonly PayPalTransaction[]): Promise<void> {
    const failures: unknown[] = [];
    for (const transaction of transactions.filter(({ status }) => status === 'COMPLETED')) {
      this.logger.warn({ transaction: transaction.id }, 'payment received after its agreement was ended');
      try {
        await this.payments.refundCapture(transaction.id, `${transaction.id}-refund`);
      } catch (error) {
        this.logger.error(
          { err: error, agreement: id, transaction: transaction.id },
          'a payment that came after the end of its agreement is not given back',
        );
        failures.push(error);
      }
    }
    if (failures.length > 0) {
      const { manager } = this.dataSource;
      await manager.update(Agreement, { id, unsettledSince: IsNull() }, { unsettledSince: new Date() });
      throw failures[0];
    }
  }

  /** The agreement stays unsettled while PayPal may still take a payment, or report one that it has taken. */
  private async settle(
    agreement: Agreement,
    transactions: readonly PayPalTransaction[],
    now: Date,
  ): Promise<void> {
    const { unsettledSince } = agreement;
    const mayCome = unsettledSince !== null && now.getTime() - unsettledSince.getTime() < TOLD_WITHIN_MS;
    if (!mayCome && !transactions.some(({ status }) => status === 'PENDING'))
      await this.setSettled(agreement);
  }

  /** Unless it has become unsettled again since it was read. */
  private async setSettled({ id, unsettledSince }: Agreement): Promise<void> {
    if (unsettledSince === null) return;
    const settled = { unsettledSince: null, buyerEndedAt: null };
    await this.dataSource.manager.update(Agreement, { id, unsettledSince }, settled);
  }

  private async endIfAlive(agreement: Agreement, { status }: PayPalSubscription): Promise<void> {
    if (status === 'ACTIVE' || status === 'SUSPENDED' || status === 'APPROVED') {
      await this.endAtPayPal(agreement);
    }
  }

  /**
   * Follows the agreement's status at PayPal, where the buyer may end it. Paid time remains until its end, and a
   * reminder is sent; that also holds for payments that PayPal reports later.
   */
  private async follow(agreement: Agreement, { status }: PayPalSubscription): Promise<void> {
    if (status !== 'CANCELLED' && status !== 'EXPIRED') return;
    const at = new Date();
    await this.dataSource.manager.update(
      Agreement,
      { id: agreement.id, status: In(['pending', 'active']) },
      { status: 'ended', unsettledSince: at, buyerEndedAt: at },
    );
    await this.takeFromSubscription(agreement);
    await this.settlement.end(agreement.orderId, 'ended_unapproved');
  }

  /** Detaches the agreement from the subscription. Paid time remains until its end, and a reminder is sent. */
  private async takeFromSubscription({ id, userId }: Agreement): Promise<void> {
    await this.dataSource.manager.update(
      Subscription,
      { userId, agreementId: id },
      { agreementId: null, nextPaymentAt: null },
    );
  }

  private async refuse(first: Order, agreement: Agreement): Promise<PaymentOutcome> {
    this.logger.error(
      { order: first.orderNumber, agreement: agreement.id },
      'agreement at PayPal does not match ours',
    );
    await this.settlement.end(first.id, 'ended_mismatch_agreement');
    const { paidAt } = await this.dataSource.manager.findOneByOrFail(Order, { id: first.id });
    if (paidAt !== null) {
      // Earlier payments bought periods, but this amount is no period's price: end the agreement and refund what is not
      // booked.
      await this.endAtPayPal(agreement);
      await this.dataSource.manager.update(Agreement, { id: agreement.id }, { buyerEndedAt: null });
      await this.takeFromSubscription(agreement);
      return 'mismatch';
    }
    await this.cancelAtPayPal(agreement);
    // A person decides about refunding such money.
    const ended = { status: 'ended', unsettledSince: null, buyerEndedAt: null } as const;
    await this.dataSource.manager.update(Agreement, { id: agreement.id }, ended);
    return 'mismatch';
  }
}

function outcomeOf(order: Order, { status }: PayPalSubscription): PaymentOutcome {
  if (order.paidAt !== null) return 'completed';
  if (status === 'ACTIVE' || status === 'APPROVED') return 'pending';
  return status === 'SUSPENDED' ? 'declined' : 'not_approved';
}
