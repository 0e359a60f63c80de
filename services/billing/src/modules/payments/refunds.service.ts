import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, type OrderId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { Order } from '../orders/order.entity.ts';
import { orderNotFound } from '../orders/order.errors.ts';
import { type OrderView, toOrderView } from '../orders/order.schema.ts';
import { PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { refuseUnrefundable } from './refund.rules.ts';

@Injectable()
export class RefundsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalClient,
    private readonly settlement: SettlementService,
    private readonly auditLogger: AuditLogger,
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
    refuseUnrefundable(order, beyondGuarantee, Date.now());
    if (order.paypalCaptureId !== null) await this.atPayPal(order, order.paypalCaptureId);
    const { orderNumber } = order;
    const refunded = await this.settlement.refund(id, (manager) =>
      this.auditLogger.record(manager, admin, 'order.refunded', id, { order_number: orderNumber }),
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
