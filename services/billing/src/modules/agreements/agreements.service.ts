import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Caller, newId, type OrderId } from '@palisade/nest-kit';
import { type DataSource, In } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { toCents, toDecimal } from '../orders/money.rules.ts';
import { Order } from '../orders/order.entity.ts';
import { OrderNumbersService } from '../orders/order-numbers.service.ts';
import { columnsOf, may } from '../orders/order-states.rules.ts';
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
import { Agreement, type AgreementStatus } from './agreement.entity.ts';

/**
 * Payments that renew themselves. As with single ones, what PayPal says when asked decides: every payment that it lists
 * for an agreement is an order with an invoice, exactly once, however often and from wherever it is looked at.
 */
@Injectable()
export class AgreementsService {
  private readonly logger = new Logger('Agreements');
  /** One conversation with PayPal per agreement at a time in this process; all who ask meanwhile share its outcome. */
  private readonly underWay = new Map<string, Promise<PaymentOutcome>>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalSubscriptionsClient,
    private readonly payments: PayPalClient,
    private readonly numbers: OrderNumbersService,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Members pay by agreement where it is configured. Guests pay once: nobody could cancel an agreement without an account. */
  isOffered(caller: Caller): boolean {
    return (
      this.payments.isConfigured &&
      this.config.PALISADE_PAYPAL_RENEWAL === 'subscription' &&
      caller.kind === 'user'
    );
  }

  /** Makes an agreement for an order of a member's. @throws PayPalError, PayPalUnavailable */
  async open(order: Order, plan: Plan): Promise<string> {
    if (order.userId === null) throw new Error('guests have no agreements');
    const paypalPlanId = await this.planAtPayPal(order, plan);
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
      });
    });
    return id;
  }

  find(id: string): Promise<Agreement | null> {
    return this.dataSource.manager.findOneBy(Agreement, { id });
  }

  /** By PayPal's id of the order, or of the agreement that it began. */
  async orderAtPayPal(id: string): Promise<Order | null> {
    const agreement = await this.find(id);
    return this.dataSource.manager.findOneBy(
      Order,
      agreement === null ? { paypalOrderId: id } : { id: agreement.orderId },
    );
  }

  /** Brings an agreement, and the orders that its payments are, into step with PayPal. @throws PayPalError, PayPalUnavailable */
  reconcile(agreement: Agreement): Promise<PaymentOutcome> {
    const running = this.underWay.get(agreement.id);
    if (running !== undefined) return running;
    const outcome = this.reconcileOnce(agreement).finally(() => this.underWay.delete(agreement.id));
    this.underWay.set(agreement.id, outcome);
    return outcome;
  }

  /**
   * Ends one that is `ending`, and looks at its payments once more: what PayPal took before it heard of the end goes back, also where
   * its webhook is lost. Repeating is harmless. @throws PayPalError, PayPalUnavailable
   */
  async finish(agreement: Agreement): Promise<void> {
    await this.cancelAtPayPal(agreement);
    try {
      await this.reconcile(agreement);
    } catch (error) {
      if (!(error instanceof PayPalError && error.status === 404)) throw error;
    }
    await this.setStatus(agreement, 'ended');
  }

  /** Tells PayPal that no more money is wanted. Repeating is harmless. @throws PayPalError, PayPalUnavailable */
  async endAtPayPal(agreement: Agreement): Promise<void> {
    await this.cancelAtPayPal(agreement);
    await this.setStatus(agreement, 'ended');
  }

  private async cancelAtPayPal({ id }: Agreement): Promise<void> {
    try {
      await this.payPal.cancel(id, 'Cancelled by the customer or replaced');
    } catch (error) {
      // Gone, over, or never approved: no money comes from it.
      if (!(error instanceof PayPalError && [404, 422].includes(error.status))) throw error;
    }
  }

  /** Nobody approved it: its order ends, and so does what could still be approved. @throws PayPalError, PayPalUnavailable */
  async endUnapproved(agreement: Agreement): Promise<void> {
    await this.endAtPayPal(agreement);
    await this.settlement.end(agreement.orderId, 'ended_unapproved');
  }

  private async reconcileOnce(given: Agreement): Promise<PaymentOutcome> {
    const agreement = (await this.find(given.id)) ?? given;
    const first = await this.dataSource.manager.findOneByOrFail(Order, { id: agreement.orderId });
    const atPayPal = await this.payPal.get(agreement.id);
    await this.dataSource.manager.update(Agreement, { id: agreement.id }, { checkedAt: new Date() });
    if (atPayPal.custom_id !== first.id || atPayPal.plan_id !== agreement.paypalPlanId) {
      return this.refuse(first, agreement);
    }
    const transactions = await this.payPal.transactions(agreement.id, agreement.createdAt);
    const isOver = agreement.status === 'ending' || agreement.status === 'ended';
    for (const transaction of transactions) {
      const order = await this.orderOf(transaction, isOver ? null : first);
      if (order === null && isOver) await this.refundLate(transaction);
      else if (!(await this.book(transaction, order, first, agreement))) return this.refuse(first, agreement);
    }
    if (isOver) await this.endIfAlive(agreement, atPayPal);
    else await this.follow(agreement, atPayPal);
    return outcomeOf(await this.dataSource.manager.findOneByOrFail(Order, { id: first.id }), atPayPal);
  }

  /** The order that a payment is for: one that has it, or the first one while it has none. */
  private async orderOf(transaction: PayPalTransaction, first: Order | null): Promise<Order | null> {
    const known = await this.dataSource.manager.findOneBy(Order, { paypalCaptureId: transaction.id });
    if (known !== null || first === null) return known;
    const current = await this.dataSource.manager.findOneByOrFail(Order, { id: first.id });
    return current.paypalCaptureId === null && may('note', current) ? current : null;
  }

  /** False if it is not the money that was agreed on. */
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
    if (agreement.status === 'pending') await this.setStatus(agreement, 'active');
    await this.settlement.complete(order.id, transaction.id);
    if (transaction.status === 'REFUNDED') await this.settlement.refund(order.id);
    return true;
  }

  /** A further payment is an order of its own. Where two make it at once, the payment's id lets one through. */
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
        checkedAt: null,
      })
      .orIgnore()
      .execute();
    return manager.findOneByOrFail(Order, { paypalCaptureId: transaction.id });
  }

  /** Money that came after the agreement was ended goes back and never enters the books. */
  private async refundLate(transaction: PayPalTransaction): Promise<void> {
    if (transaction.status !== 'COMPLETED') return;
    this.logger.warn({ transaction: transaction.id }, 'a payment came after its agreement was ended');
    await this.payments.refundCapture(transaction.id, `${transaction.id}-refund`);
  }

  private async endIfAlive(agreement: Agreement, { status }: PayPalSubscription): Promise<void> {
    if (status === 'ACTIVE' || status === 'SUSPENDED' || status === 'APPROVED') {
      await this.endAtPayPal(agreement);
    }
  }

  /** The buyer may end it at PayPal: what is paid for stays until its end, and is reminded of. */
  private async follow(agreement: Agreement, { status }: PayPalSubscription): Promise<void> {
    if (status !== 'CANCELLED' && status !== 'EXPIRED') return;
    await this.setStatus(agreement, 'ended');
    await this.dataSource.manager.update(
      Subscription,
      { userId: agreement.userId, agreementId: agreement.id },
      { agreementId: null, nextPaymentAt: null },
    );
    await this.settlement.end(agreement.orderId, 'ended_unapproved');
  }

  private async refuse(first: Order, agreement: Agreement): Promise<PaymentOutcome> {
    this.logger.error({ order: first.orderNumber, agreement: agreement.id }, 'an agreement does not match');
    await this.settlement.end(first.id, 'ended_mismatch_agreement');
    await this.endAtPayPal(agreement);
    return 'mismatch';
  }

  private async setStatus(agreement: Agreement, status: AgreementStatus): Promise<void> {
    // What was ended stays ended, whoever looked at it meanwhile.
    const from: AgreementStatus[] = status === 'active' ? ['pending'] : ['pending', 'active', 'ending'];
    await this.dataSource.manager.update(Agreement, { id: agreement.id, status: In(from) }, { status });
  }

  private async planAtPayPal(order: Order, plan: Plan): Promise<string> {
    const key = [order.planId, order.billingPeriod, order.amountCents, order.currency];
    const find = async () => {
      const [row]: { id: string }[] = await this.dataSource.query(
        `SELECT paypal_plan_id AS id FROM paypal_plans
          WHERE plan_id = $1 AND billing_period = $2 AND amount_cents = $3 AND currency = $4`,
        key,
      );
      return row?.id;
    };
    const known = await find();
    if (known !== undefined) return known;
    const made = await this.payPal.createPlan({
      name: plan.name,
      period: order.billingPeriod,
      currency: order.currency,
      value: toDecimal(order.amountCents),
      requestId: `palisade-${key.join('-')}`,
    });
    await this.dataSource.query(
      'INSERT INTO paypal_plans VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [...key, made],
    );
    return (await find()) ?? made;
  }
}

function outcomeOf(order: Order, { status }: PayPalSubscription): PaymentOutcome {
  if (order.paidAt !== null) return 'completed';
  if (status === 'ACTIVE' || status === 'APPROVED') return 'pending';
  return status === 'SUSPENDED' ? 'declined' : 'not_approved';
}
