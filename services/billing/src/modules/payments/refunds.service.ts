import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, type OrderId, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { Order } from '../order-store/order.entity.ts';
import { orderNotFound } from '../order-store/order.errors.ts';
import { type MoneyBackPreview, type OrderView, toOrderView } from '../order-store/order.schema.ts';
import { PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { Plan } from '../plans/plan.entity.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';
import { GuaranteeUsesService } from './guarantee-uses.service.ts';
import { guaranteeEndsAt, refuseUnrefundable } from './refund.rules.ts';

@Injectable()
export class RefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalClient,
    private readonly settlement: SettlementService,
    private readonly subscriptions: SubscriptionsService,
    private readonly guarantee: GuaranteeUsesService,
    private readonly auditLogger: AuditLogger,
  ) {}

  /**
   * Refunds the money first and books it then: after a crash in between, a repeated request (PayPal refunds once per
   * request id) or PayPal's webhook completes it.
   * @throws DomainError `order_not_found`, `order_not_refundable`, `guarantee_ended`, `refund_failed`
   */
  async refund(admin: Actor, id: OrderId, beyondGuarantee: boolean): Promise<OrderView> {
    const order = await this.dataSource.manager.findOneBy(Order, { id });
    if (order === null) throw orderNotFound();
    return toOrderView(await this.refundPaid(admin, order, beyondGuarantee));
  }

  /**
   * Refunds within the guarantee at the owner's request, without a reason.
   * @throws DomainError `order_not_found` (also for another's), `order_not_refundable`, `guarantee_ended`,
   * `guarantee_used`, `refund_failed`
   */
  async moneyBack(owner: UserCaller, id: OrderId): Promise<OrderView> {
    const order = await this.ownOrder(owner, id);
    if (order.refundedAt === null) {
      refuseUnrefundable(order, false, Date.now());
      await this.guarantee.take(owner.userId, id);
    }
    return toOrderView(await this.refundPaid(owner, order, false));
  }

  /**
   * What a refund would return and leave.
   * @throws DomainError `order_not_found` (also for another's), `order_not_refundable`, `guarantee_ended`,
   * `guarantee_used`
   */
  async previewMoneyBack(owner: UserCaller, id: OrderId): Promise<MoneyBackPreview> {
    const order = await this.ownOrder(owner, id);
    refuseUnrefundable(order, false, Date.now());
    await this.guarantee.refuseUsed(owner.userId, id);
    const { subscription } = await this.subscriptions.of(owner.userId);
    const { manager } = this.dataSource;
    const after = (await this.settlement.termsWithout(manager, order, subscription)) ?? subscription;
    const plan = await manager.findOneByOrFail(Plan, { id: after.planId });
    return {
      amount: (order.amountCents - order.refundedCents) / 100,
      currency: order.currency,
      until: guaranteeEndsAt(order.paidAt ?? order.createdAt).toISOString(),
      plan_after: { name: plan.name, paid_until: after.paidUntil?.toISOString() ?? null },
    };
  }

  private async ownOrder({ userId }: UserCaller, id: OrderId): Promise<Order> {
    const order = await this.dataSource.manager.findOneBy(Order, { id, userId });
    if (order === null) throw orderNotFound();
    return order;
  }

  private async refundPaid(actor: Actor, order: Order, beyondGuarantee: boolean): Promise<Order> {
    if (order.refundedAt !== null) return order;
    refuseUnrefundable(order, beyondGuarantee, Date.now());
    if (order.paypalCaptureId !== null) await this.atPayPal(order, order.paypalCaptureId);
    const { id, orderNumber } = order;
    return this.settlement.refund(id, (manager) =>
      this.auditLogger.record(manager, actor, 'order.refunded', id, { order_number: orderNumber }),
    );
  }

  private async atPayPal(order: Order, captureId: string): Promise<void> {
    try {
      await this.payPal.refundCapture(captureId, `${order.id}-refund`);
    } catch (error) {
      if (!(error instanceof PayPalError || error instanceof PayPalUnavailable)) throw error;
      throw new DomainError(
        'upstream',
        'refund_failed',
        'PayPal did not refund this payment. Please try again.',
        {
          cause: error,
        },
      );
    }
  }
}
