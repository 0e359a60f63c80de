import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SingleFlight } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { Order } from '../order-store/order.entity.ts';
import { stateOf } from '../order-store/order-states.rules.ts';
import { isOnItsWay, PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import type { PayPalCapture, PayPalOrder, PayPalRefund } from '../paypal/paypal.schema.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { MAX_RECHECK_AFTER_MS } from '../steps/recheck.rules.ts';
import {
  centsOfPart,
  type Mismatch,
  mismatchOfCapture,
  mismatchOfOrder,
  onlyCapture,
} from './payment-checks.rules.ts';

/** State of an order after PayPal was asked. */
export type PaymentOutcome = 'completed' | 'pending' | 'not_approved' | 'declined' | 'mismatch';

/** Another request for the same money is under way, so it may still be taken. */
const isStillRequested = ({ status, issue }: PayPalError): boolean =>
  status === 409 || issue === 'PREVIOUS_REQUEST_IN_PROGRESS';

/**
 * Reconciles orders with PayPal. Only what PayPal answers when asked counts, never what a browser or a webhook claims,
 * so repeated, late or reordered calls do no harm.
 */
@Injectable()
export class PaymentsService {
  private readonly logger = new Logger(PaymentsService.name);
  /** At most one conversation with PayPal per order in this process; concurrent callers share its result. */
  private readonly captures = new SingleFlight<string, PaymentOutcome>();
  private readonly reconciliations = new SingleFlight<string, PaymentOutcome>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalClient,
    private readonly settlement: SettlementService,
  ) {}

  /**
   * Captures the payment if the buyer has approved it, and applies the order.
   * @throws PayPalUnavailable, PayPalError
   */
  async capture(order: Order): Promise<PaymentOutcome> {
    // A reconciliation under way does not capture the money: wait for it, but do not return its outcome.
    await this.reconciliations.get(order.id)?.catch(() => undefined);
    return this.captures.run(order.id, () => this.captureOnce(order));
  }

  /**
   * Reads the order's status at PayPal and books what was captured; does not capture.
   * @throws PayPalUnavailable, PayPalError
   */
  reconcile(order: Order): Promise<PaymentOutcome> {
    const reconcile = () => this.reconciliations.run(order.id, () => this.reconcileOnce(order));
    // A failed capture may nevertheless have taken the money, so callers that waited for it (such as its webhook)
    // reconcile afterwards.
    return this.captures.get(order.id)?.catch(reconcile) ?? reconcile();
  }

  /**
   * Books a refund of a part of a payment, which only somebody at PayPal makes: ours give back all that is left, and
   * are booked when the order is reconciled.
   * @throws PayPalUnavailable, PayPalError
   */
  async bookRefundedPart(captureId: string, refundId: string): Promise<void> {
    const order = await this.dataSource.manager.findOneBy(Order, { paypalCaptureId: captureId });
    if (order === null || stateOf(order) !== 'paid') return;
    const refund = await this.refundAtPayPal(refundId);
    if (refund !== null && !isOnItsWay(refund)) return;
    const cents = refund && centsOfPart(order, captureId, refund);
    if (cents !== null && (await this.settlement.refundPart(order.id, { refundId, cents }))) return;
    this.logger.error(
      { order: order.orderNumber, refund: refundId },
      'a refund at PayPal does not fit its payment: it has no credit note',
    );
  }

  /** `null`: PayPal does not know it. */
  private async refundAtPayPal(id: string): Promise<PayPalRefund | null> {
    try {
      return await this.payPal.getRefund(id);
    } catch (error) {
      if (error instanceof PayPalError && error.status === 404) return null;
      throw error;
    }
  }

  private async reconcileOnce(order: Order): Promise<PaymentOutcome> {
    let dueInMs = MAX_RECHECK_AFTER_MS;
    try {
      const atPayPal = await this.payPal.getOrder(order.paypalOrderId ?? '');
      const mismatch = mismatchOfOrder(order, atPayPal);
      if (mismatch !== null) return await this.refuse(order, mismatch);
      return await this.settle(order, onlyCapture(atPayPal));
    } catch (error) {
      // A bug of ours: the money may be taken but not booked, and the buyer waits.
      if (!(error instanceof PayPalError || error instanceof PayPalUnavailable)) dueInMs = 0;
      throw error;
    } finally {
      // Set last, since others rely on the order being up to date then. Set after failures as well, so that other
      // orders come first next time.
      const checkedAt = new Date(Date.now() + dueInMs - MAX_RECHECK_AFTER_MS);
      await this.dataSource.manager.update(Order, { id: order.id }, { checkedAt });
    }
  }

  private async captureOnce(order: Order): Promise<PaymentOutcome> {
    const atPayPal = await this.payPal.getOrder(order.paypalOrderId ?? '');
    const mismatch = mismatchOfOrder(order, atPayPal);
    if (mismatch !== null) return this.refuse(order, mismatch);
    if (atPayPal.status === 'COMPLETED') return this.settle(order, onlyCapture(atPayPal));
    if (atPayPal.status !== 'APPROVED') return 'not_approved';
    const captured = await this.takeMoney(order);
    return captured === 'declined' ? 'declined' : this.settle(order, onlyCapture(captured));
  }

  private async takeMoney(order: Order): Promise<PayPalOrder | 'declined'> {
    const id = order.paypalOrderId ?? '';
    await this.noteRequested(order);
    try {
      return await this.payPal.captureOrder(id, `${order.id}-capture`);
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error;
      if (error.issue === 'ORDER_ALREADY_CAPTURED') return this.payPal.getOrder(id);
      // Declined by the buyer's bank: the buyer may approve again with another source, so the order stays open.
      if (error.issue === 'INSTRUMENT_DECLINED' || error.issue === 'PAYER_CANNOT_PAY') {
        await this.settlement.note(order.id, 'declined');
        return 'declined';
      }
      if (!isStillRequested(error)) await this.settlement.note(order.id, 'open');
      throw error;
    }
  }

  /**
   * Before PayPal is asked for the money: if this process or the database then ends, reconciliation knows which orders
   * may have been paid. If it cannot be recorded, no money is taken.
   */
  private async noteRequested({ id }: Order): Promise<void> {
    await this.dataSource.manager.update(Order, { id }, { checkedAt: new Date() });
    await this.settlement.note(id, 'unanswered');
  }

  private async settle(order: Order, capture: PayPalCapture | null): Promise<PaymentOutcome> {
    if (capture === null) {
      // The capture was requested but no money moved.
      if (stateOf(order) === 'unanswered') await this.settlement.note(order.id, 'open');
      return 'not_approved';
    }
    const mismatch = mismatchOfCapture(order, capture);
    if (mismatch !== null) return this.refuse(order, mismatch);
    switch (capture.status) {
      // The order stays paid; `bookRefundedPart` books the part.
      case 'PARTIALLY_REFUNDED':
      case 'COMPLETED':
        await this.settlement.complete(order.id, capture.id);
        return 'completed';
      case 'REFUNDED':
        await this.settlement.complete(order.id, capture.id);
        await this.settlement.refund(order.id);
        return 'completed';
      case 'PENDING':
        await this.settlement.note(order.id, 'under_review');
        return 'pending';
      case 'DECLINED':
      case 'FAILED':
        await this.settlement.end(order.id, 'ended_declined');
        return 'declined';
    }
  }

  /** Somebody tried to pay less, in another currency, or another's order. Nothing is activated. */
  private async refuse(order: Order, mismatch: Mismatch): Promise<PaymentOutcome> {
    this.logger.error({ order: order.orderNumber, mismatch }, 'payment does not match its order');
    await this.settlement.end(order.id, `ended_mismatch_${mismatch}`);
    return 'mismatch';
  }
}
