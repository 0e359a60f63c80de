import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Caller, DomainError } from '@palisade/nest-kit';
import { type DataSource, IsNull } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { AgreementsService } from '../agreements/agreements.service.ts';
import { toDecimal } from '../order-store/money.rules.ts';
import { Order } from '../order-store/order.entity.ts';
import { orderNotFound } from '../order-store/order.errors.ts';
import { stateOf } from '../order-store/order-states.rules.ts';
import { type Buyer, hashToken, OrdersService } from '../orders/orders.service.ts';
import { type PaymentOutcome, PaymentsService } from '../payments/payments.service.ts';
import { notConfigured, PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { Plan } from '../plans/plan.entity.ts';
import { PlansService } from '../plans/plans.service.ts';
import { SettlementService } from '../settlement/settlement.service.ts';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.ts';
import { mayHandle, refuseExpired } from './buyers.rules.ts';
import type { CapturePayPalOrder, CaptureResult, CreatePayPalOrder } from './checkout.schema.ts';

export const PAYMENT_FAILED = 'Payment failed. Please try again.';

/** Messages for the buyer when no money arrived. */
const MESSAGES = {
  pending: 'PayPal is still checking this payment. Your plan becomes active as soon as it is confirmed.',
  not_approved: 'This payment has not been approved at PayPal yet. Please approve it and try again.',
  declined: 'Your payment method was declined. Please choose another one and try again.',
} as const satisfies Partial<Record<PaymentOutcome, string>>;

/** Calls of PayPal's buttons in the browser: create an order, capture its payment. */
@Injectable()
export class CheckoutService {
  private readonly logger = new Logger(CheckoutService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orders: OrdersService,
    private readonly plans: PlansService,
    private readonly subscriptions: SubscriptionsService,
    private readonly payments: PaymentsService,
    private readonly settlement: SettlementService,
    private readonly payPal: PayPalClient,
    private readonly agreements: AgreementsService,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  browserConfig(caller: Caller) {
    const renews = this.agreements.isOffered(caller);
    const { PALISADE_PAYPAL_CLIENT_ID: clientId = null, PALISADE_CURRENCY: currency } = this.config;
    const script = new URL(this.config.PALISADE_PAYPAL_SCRIPT_URL);
    script.search = new URLSearchParams({
      'client-id': clientId ?? '',
      currency,
      ...(renews ? { intent: 'subscription', vault: 'true' } : { intent: 'capture' }),
    }).toString();
    return {
      enabled: this.payPal.isConfigured,
      client_id: clientId,
      currency,
      script_url: this.payPal.isConfigured ? script.href : null,
      renews,
      is_stand_in: this.payPal.isConfigured && !script.hostname.endsWith('.paypal.com'),
    };
  }

  /** @throws DomainError `payments_not_offered`, `buyer_unknown`, `payment_under_review`, `plan_not_found`, `plan_is_free`, `paypal_order_failed` */
  async createOrder(caller: Caller, input: CreatePayPalOrder) {
    if (!this.payPal.isConfigured) throw notConfigured();
    const held = caller.kind === 'user' ? (await this.subscriptions.of(caller.userId)).plan.id : null;
    const plan = await this.plans.choosePaid(input.plan_id, held);
    const buyer = buyerOf(caller, input);
    await this.orders.refuseWhileUnderReview(buyer);
    const order = await this.orders.open(buyer, plan, input.billing_period);
    try {
      if (this.agreements.isOffered(caller)) {
        const agreementId = await this.agreements.open(order, plan);
        return { paypal_order_id: agreementId, id: order.id, order_number: order.orderNumber };
      }
      const { id } = await this.payPal.createOrder({
        customId: order.id,
        invoiceId: order.orderNumber,
        description: `Palisade ${plan.name}, ${input.billing_period}`,
        currency: order.currency,
        value: toDecimal(order.amountCents),
      });
      await this.dataSource.manager.update(Order, { id: order.id }, { paypalOrderId: id });
      return { paypal_order_id: id, id: order.id, order_number: order.orderNumber };
    } catch (error) {
      await this.settlement.end(order.id, 'ended_refused');
      throw this.explained(error, 'paypal_order_failed', 'Failed to create PayPal order');
    }
  }

  /**
   * Answers once the plan is active. Repeats give the same answer and change nothing.
   * @throws DomainError `order_not_found` (also for another's), `payment_mismatch`, `payment_failed`
   */
  async capture(caller: Caller, input: CapturePayPalOrder): Promise<CaptureResult> {
    if (input.order_id !== undefined && input.order_id !== input.paypal_order_id) throw orderNotFound();
    const order = await this.agreements.orderAtPayPal(input.paypal_order_id);
    if (order === null || !mayHandle(caller, order)) throw orderNotFound();
    const outcome = stateOf(order) === 'paid' ? 'completed' : await this.captureAtPayPal(order);
    if (outcome === 'mismatch') {
      throw new DomainError(
        'unprocessable',
        'payment_mismatch',
        'This payment does not match the order. Nothing was activated; please contact support.',
      );
    }
    return outcome === 'completed' ? this.success(order) : this.notPaid(order, MESSAGES[outcome]);
  }

  private notPaid({ id, orderNumber }: Order, message: string): CaptureResult {
    return { success: false, message, id, order_number: orderNumber, claim_token: null };
  }

  private async captureAtPayPal(order: Order): Promise<PaymentOutcome> {
    if (stateOf(order) === 'refunded') throw orderNotFound();
    try {
      const agreement =
        order.paypalAgreementId === null ? null : await this.agreements.find(order.paypalAgreementId);
      if (agreement === null) return await this.payments.capture(order);
      const outcome = await this.agreements.reconcile(agreement);
      await this.noteAgreement(order, outcome);
      return outcome;
    } catch (error) {
      throw this.explained(error, 'payment_failed', PAYMENT_FAILED);
    }
  }

  /** Records the status of an agreement's first payment; for a single payment, the capture does so. */
  private async noteAgreement({ id }: Order, outcome: PaymentOutcome): Promise<void> {
    if (outcome === 'pending') await this.settlement.note(id, 'under_review');
    if (outcome === 'declined') await this.settlement.note(id, 'declined');
  }

  private async success(order: Order): Promise<CaptureResult> {
    const plan = await this.dataSource.manager.findOneByOrFail(Plan, { id: order.planId });
    return {
      success: true,
      message: `Payment successful! Welcome to the ${plan.name} plan.`,
      id: order.id,
      order_number: order.orderNumber,
      claim_token: order.userId === null ? await this.newClaimToken(order) : null,
    };
  }

  /** A new token with every answer, so that a lost answer costs the guest nothing; the latest one is valid. */
  private async newClaimToken(order: Order): Promise<string | null> {
    const token = randomBytes(24).toString('base64url');
    const { affected } = await this.dataSource.manager.update(
      Order,
      { id: order.id, userId: IsNull() },
      { claimTokenHash: hashToken(token) },
    );
    return affected === 1 ? token : null;
  }

  private explained(error: unknown, code: string, detail: string): unknown {
    if (!(error instanceof PayPalError || error instanceof PayPalUnavailable)) return error;
    this.logger.warn({ err: error }, detail);
    return new DomainError('upstream', code, detail, { cause: error });
  }
}

/** A signed-in buyer is a member, whatever address was sent. */
function buyerOf(caller: Caller, input: CreatePayPalOrder): Buyer {
  if (caller.kind === 'user') return { userId: caller.userId };
  refuseExpired(caller);
  if (input.user_email) return { email: input.user_email, name: input.user_name ?? null };
  throw new DomainError(
    'unprocessable',
    'buyer_unknown',
    'Please log in, or enter the email address for your account.',
    { fields: [{ path: 'user_email', message: 'Please enter your email address' }] },
  );
}
