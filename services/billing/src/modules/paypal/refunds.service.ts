import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Actor, AdminActs } from '@palisade/messaging/nest';
import { DomainError, type OrderId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { type OrderView, toOrderView } from '../orders/order.dto.ts';
import { Order } from '../orders/order.entity.ts';
import { orderNotFound } from '../orders/orders.service.ts';
import { Settlement } from '../orders/settlement.ts';
import { DAY, MONEY_BACK_DAYS } from '../subscriptions/periods.ts';
import { PayPalClient, PayPalError, PayPalUnavailable } from './paypal-client.ts';

@Injectable()
export class RefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalClient,
    private readonly settlement: Settlement,
    private readonly acts: AdminActs,
  ) {}

  /**
   * The money first, then our books: a crash in between is made good by asking again (PayPal refunds once per request
   * id) or by PayPal's webhook.
   * @throws DomainError `order_not_found`, `order_not_refundable`, `guarantee_ended`, `refund_failed`
   */
  async refund(admin: Actor, id: OrderId, beyondGuarantee: boolean): Promise<OrderView> {
    const order = await this.dataSource.manager.findOneBy(Order, { id });
    if (order === null) throw orderNotFound();
    if (order.refundedAt !== null) return toOrderView(order);
    refuseUnrefundable(order, beyondGuarantee);
    if (order.paypalCaptureId !== null) await this.atPayPal(order, order.paypalCaptureId);
    const { orderNumber } = order;
    const refunded = await this.settlement.refund(id, (manager) =>
      this.acts.record(manager, admin, 'order.refunded', id, { order_number: orderNumber }),
    );
    return toOrderView(refunded);
  }

  private async atPayPal(order: Order, captureId: string): Promise<void> {
    try {
      await this.payPal.refundCapture(captureId, `${order.id}-refund`);
    } catch (error) {
      if (error instanceof PayPalError && error.issue === 'CAPTURE_FULLY_REFUNDED') return;
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

function refuseUnrefundable(order: Order, beyondGuarantee: boolean): void {
  if (order.status !== 'completed' || order.paidAt === null) {
    throw new DomainError('conflict', 'order_not_refundable', 'Only a paid order can be refunded.');
  }
  if (!beyondGuarantee && Date.now() - order.paidAt.getTime() > MONEY_BACK_DAYS * DAY) {
    throw new DomainError(
      'conflict',
      'guarantee_ended',
      `The ${MONEY_BACK_DAYS}-day money-back guarantee of this order has ended.`,
    );
  }
}
