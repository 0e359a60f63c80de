import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Caller, DomainError, type OrderId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { AgreementsService } from '../agreements/agreements.service.ts';
import { Order } from '../order-store/order.entity.ts';
import { orderNotFound } from '../order-store/order.errors.ts';
import { type OrderOutcomeView, toOrderView } from '../order-store/order.schema.ts';
import { may, stateOf } from '../order-store/order-states.rules.ts';
import { PaymentsService } from '../payments/payments.service.ts';
import { PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { mayHandle } from './buyers.rules.ts';
import type { GiveUpPayPalOrder } from './checkout.schema.ts';

/** Outcomes of orders, for their buyers. */
@Injectable()
export class OrderOutcomesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payments: PaymentsService,
    private readonly agreements: AgreementsService,
    private readonly settlement: SettlementService,
  ) {}

  /** @throws DomainError `order_not_found` (also for another's) */
  async read(caller: Caller, id: OrderId): Promise<OrderOutcomeView> {
    const order = await this.dataSource.manager.findOneBy(Order, { id });
    if (order === null || !mayHandle(caller, order)) throw orderNotFound();
    return viewOf(order);
  }

  /**
   * Ends an order whose buyer cancelled. Asks PayPal first: payments that were taken or are under review continue.
   * @throws DomainError `order_not_found` (also for another's), `payment_failed`
   */
  async turnBack(caller: Caller, { paypal_order_id, reason }: GiveUpPayPalOrder): Promise<OrderOutcomeView> {
    const order = await this.agreements.orderAtPayPal(paypal_order_id);
    if (order === null || !mayHandle(caller, order)) throw orderNotFound();
    if (may('end', order)) await this.end(order, reason);
    return viewOf(await this.dataSource.manager.findOneByOrFail(Order, { id: order.id }));
  }

  private async end(order: Order, reason: GiveUpPayPalOrder['reason']): Promise<void> {
    try {
      const agreement =
        order.paypalAgreementId === null ? null : await this.agreements.find(order.paypalAgreementId);
      const outcome =
        agreement === null
          ? await this.payments.reconcile(order)
          : await this.agreements.reconcile(agreement);
      if (outcome !== 'not_approved') return;
      if (agreement !== null) await this.agreements.endAtPayPal(agreement);
      await this.settlement.end(order.id, reason === 'cancelled' ? 'ended_by_buyer' : 'ended_by_error');
    } catch (error) {
      if (!(error instanceof PayPalError || error instanceof PayPalUnavailable)) throw error;
      throw new DomainError(
        'upstream',
        'payment_failed',
        'The state of this order could not be requested from PayPal.',
        {
          cause: error,
        },
      );
    }
  }
}

const viewOf = (order: Order): OrderOutcomeView => ({
  ...toOrderView(order),
  awaits_account: order.userId === null && stateOf(order) === 'paid',
});
