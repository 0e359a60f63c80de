import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import type { OrderId, UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { Invoice } from '../invoices/invoice.entity.ts';
import { InvoiceNumbersService } from '../invoices/invoice-numbers.service.ts';
import { Order } from '../order-store/order.entity.ts';
import {
  type AwaitedState,
  awaitsConsent,
  columnsOf,
  type EndedState,
  may,
  stateOf,
} from '../order-store/order-states.rules.ts';
import { Plan } from '../plans/plan.entity.ts';
import { type Payment, paidTimeOf } from '../subscriptions/paid-time.rules.ts';
import { type PastPayment, PaymentHistoryRepository } from '../subscriptions/payment-history.repository.ts';
import { hasEnded } from '../subscriptions/periods.rules.ts';
import { endsWhatIsPaid, needsConsent, planChangeOf } from '../subscriptions/plan-change.rules.ts';
import type { Subscription } from '../subscriptions/subscription.entity.ts';
import {
  freeTerms,
  type NewTerms,
  paidTerms,
  SubscriptionChangesService,
} from '../subscriptions/subscription-changes.service.ts';

/**
 * The effect of money on orders, invoices and plans: a method for each transition of `ORDER_STATES`, and `claim` and
 * `use`. Every step locks the order's row and checks its state first, so that it happens once, however often and from
 * wherever (capture, webhook, reconciliation) it is requested.
 */
@Injectable()
export class SettlementService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly subscriptions: SubscriptionChangesService,
    private readonly history: PaymentHistoryRepository,
    private readonly invoices: InvoiceNumbersService,
    private readonly outbox: OutboxWriter,
  ) {}

  /**
   * Marks an order as paid, with invoice, plan (for a member) and event. Also for an order that ended unpaid meanwhile,
   * since money that arrived counts.
   * @param captureId PayPal's; `null` where no money moved (demo)
   * @param alsoDo in the same transaction, with the locked order as it was; what it throws leaves everything as it was
   * @returns the updated order
   */
  complete(
    orderId: OrderId,
    captureId: string | null,
    alsoDo: (manager: EntityManager, order: Order) => Promise<void> = async () => undefined,
  ): Promise<Order> {
    return this.dataSource.transaction(async (manager) => {
      const order = await lockOrder(manager, orderId);
      await alsoDo(manager, order);
      if (!may('complete', order)) return order;
      const plan = await manager.findOneByOrFail(Plan, { id: order.planId });
      Object.assign(order, {
        ...columnsOf('paid'),
        paypalCaptureId: captureId,
        paidAt: new Date(),
      });
      await this.invoices.issue(manager, order, {
        kind: 'invoice',
        description: `${plan.name} plan, ${order.billingPeriod}`,
        amountCents: order.amountCents,
      });
      if (order.userId !== null) await this.activate(manager, order, order.userId);
      await manager.save(Order, order);
      await this.announcePayment(manager, order);
      return order;
    });
  }

  /**
   * Assigns a guest's paid order to a user. If it would end the user's present plan, it waits for `use`, because
   * anybody can pay under someone else's address. False if it is already claimed, unpaid or refunded.
   * @param by token: the user is the buyer; address: perhaps somebody else paid
   */
  async claim(
    manager: EntityManager,
    orderId: OrderId,
    userId: UserId,
    by: 'token' | 'address',
  ): Promise<boolean> {
    const order = await lockOrder(manager, orderId);
    if (order.userId !== null || stateOf(order) !== 'paid') return false;
    Object.assign(order, { userId, claimTokenHash: null });
    if (!(await this.takesAway(manager, order, userId, by))) await this.activate(manager, order, userId);
    await manager.save(Order, order);
    return true;
  }

  /** Applies a waiting payment at its owner's request. False if the order is another user's, or does not wait. */
  use(orderId: OrderId, userId: UserId): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const order = await lockOrder(manager, orderId);
      if (order.userId !== userId || !awaitsConsent(order)) return false;
      await this.activate(manager, order, userId);
      await manager.save(Order, order);
      return true;
    });
  }

  /** By the same rules as the checkout. */
  private async takesAway(
    manager: EntityManager,
    order: Order,
    userId: UserId,
    by: 'token' | 'address',
  ): Promise<boolean> {
    const subscription = await this.subscriptions.lock(manager, userId);
    const current = await manager.findOneByOrFail(Plan, { id: subscription.planId });
    const next = await manager.findOneByOrFail(Plan, { id: order.planId });
    const change = planChangeOf(current, next);
    return needsConsent(change, subscription) || (by === 'address' && endsWhatIsPaid(change, subscription));
  }

  /** Records what PayPal reported about an order that is not paid yet. */
  async note(orderId: OrderId, state: AwaitedState): Promise<void> {
    await this.move(orderId, 'note', state);
  }

  /** Nothing was or will be paid. */
  async end(orderId: OrderId, state: EndedState): Promise<void> {
    await this.move(orderId, 'end', state);
  }

  /**
   * Records a refund of all, or of what is left: credit note, and the end of what this order bought.
   * @param alsoDo in the same transaction, also if PayPal's event about the refund came first
   */
  refund(
    orderId: OrderId,
    alsoDo: (manager: EntityManager) => Promise<void> = async () => undefined,
  ): Promise<Order> {
    return this.dataSource.transaction(async (manager) => {
      const order = await lockOrder(manager, orderId);
      await alsoDo(manager);
      if (!may('refund', order)) return order;
      Object.assign(order, {
        ...columnsOf('refunded'),
        refundedAt: new Date(),
        claimTokenHash: null,
      });
      await manager.save(Order, order);
      const leftCents = order.amountCents - order.refundedCents;
      await this.invoices.issue(manager, order, {
        kind: 'credit_note',
        description: `Refund of order ${order.orderNumber}`,
        amountCents: -leftCents,
      });
      if (order.userId !== null) {
        await this.takePlanBack(manager, order, order.userId);
      }
      await this.outbox.add(manager, 'billing.order_refunded.v1', order.userId ?? order.id, {
        orderId: order.id,
        userId: order.userId ?? '',
        amountCents: BigInt(leftCents),
        currency: order.currency,
        email: order.guestEmail ?? '',
      });
      return order;
    });
  }

  /**
   * Records that a part of the money was returned at PayPal: a credit note for it. What the order bought stays.
   * Once per refund; nothing after the refund of the rest, whose credit note has all of it.
   * @returns whether it is in the books
   */
  refundPart(orderId: OrderId, part: { refundId: string; cents: number }): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const order = await lockOrder(manager, orderId);
      if (!may('refund', order)) return order.refundedAt !== null;
      if (await manager.existsBy(Invoice, { paypalRefundId: part.refundId })) return true;
      if (order.refundedCents + part.cents >= order.amountCents) return false;
      await manager.update(Order, { id: orderId }, { refundedCents: order.refundedCents + part.cents });
      await this.invoices.issue(manager, order, {
        kind: 'credit_note',
        description: `Refund of a part of order ${order.orderNumber}`,
        amountCents: -part.cents,
        paypalRefundId: part.refundId,
      });
      return true;
    });
  }

  private async move(
    orderId: OrderId,
    verb: 'note' | 'end',
    state: AwaitedState | EndedState,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const order = await lockOrder(manager, orderId);
      if (may(verb, order)) await manager.update(Order, { id: orderId }, columnsOf(state));
    });
  }

  private async activate(manager: EntityManager, order: Order, userId: UserId): Promise<void> {
    const subscription = await this.subscriptions.lock(manager, userId);
    // Refunded by `ClosedAccountsService`.
    if (subscription.closedAt !== null) return;
    const before = await this.history.of(manager, userId);
    // The clocks of two machines differ, and a payment must not take effect before an earlier one.
    const at = new Date(Math.max(Date.now(), ...before.map((payment) => payment.at.getTime())));
    order.activatedAt = at;
    const paid = paidTimeOf([...kept(before), paymentOf(order, at)]);
    if (paid === null) return;
    const renews = await goesOn(manager, order.paypalAgreementId);
    await this.subscriptions.change(manager, subscription, paidTerms(paid, renews), 'paid');
  }

  /** Computes the plan from the other payments, as if this one had never been; the free plan if they have ended. */
  private async takePlanBack(manager: EntityManager, order: Order, userId: UserId): Promise<void> {
    const subscription = await this.subscriptions.lock(manager, userId);
    const terms = await this.termsWithout(manager, order, subscription);
    if (terms !== null) await this.subscriptions.change(manager, subscription, terms, 'refunded');
  }

  /**
   * The subscription terms without an order whose money was returned; `null`: they stay as they are, because the order
   * contributed nothing to them.
   */
  async termsWithout(
    manager: EntityManager,
    order: Pick<Order, 'id' | 'paypalAgreementId'>,
    subscription: Pick<Subscription, 'userId' | 'agreementId'>,
  ): Promise<NewTerms | null> {
    const before = await this.history.of(manager, subscription.userId);
    if (!before.some((payment) => payment.orderId === order.id)) return null;
    const left = paidTimeOf(kept(before).filter(({ orderId }) => orderId !== order.id));
    const renews =
      left !== null &&
      left.last.agreementId === subscription.agreementId &&
      left.last.agreementId !== order.paypalAgreementId;
    const terms = left === null ? freeTerms('cancelled') : paidTerms(left, renews);
    const isOver = hasEnded(
      { trialEndsAt: null, paidUntil: terms.paidUntil ?? null, agreementId: terms.agreementId ?? null },
      new Date(),
    );
    return isOver ? freeTerms('cancelled') : terms;
  }

  private async announcePayment(manager: EntityManager, order: Order): Promise<void> {
    await this.outbox.add(manager, 'billing.order_paid.v1', order.userId ?? order.id, {
      orderId: order.id,
      orderNumber: order.orderNumber,
      userId: order.userId ?? '',
      email: order.guestEmail ?? '',
      planSlug: order.planSlug,
      billingPeriod: order.billingPeriod,
      amountCents: BigInt(order.amountCents),
      currency: order.currency,
      paidAt: timestampFromDate(order.paidAt ?? new Date()),
    });
  }
}

const kept = (payments: readonly PastPayment[]): Payment[] =>
  payments.filter(({ isRefunded }) => !isRefunded);

/** PayPal may report a payment after its agreement has ended; such a payment does not extend the subscription. */
async function goesOn(manager: EntityManager, agreementId: string | null): Promise<boolean> {
  if (agreementId === null) return false;
  const alive: unknown[] = await manager.query(
    `SELECT FROM paypal_agreements WHERE id = $1 AND status IN ('pending', 'active')`,
    [agreementId],
  );
  return alive.length > 0;
}

function paymentOf(order: Order, at: Date): Payment {
  return {
    orderId: order.id,
    planId: order.planId,
    billingPeriod: order.billingPeriod,
    amountCents: order.amountCents,
    agreementId: order.paypalAgreementId,
    at,
  };
}

function lockOrder(manager: EntityManager, id: OrderId): Promise<Order> {
  return manager.findOneOrFail(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
}
