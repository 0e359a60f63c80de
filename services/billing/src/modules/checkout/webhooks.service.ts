import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import type { Agreement } from '../agreements/agreement.entity.ts';
import { AgreementsService } from '../agreements/agreements.service.ts';
import { Order } from '../order-store/order.entity.ts';
import { PaymentsService } from '../payments/payments.service.ts';
import {
  PayPalClient,
  PayPalError,
  PayPalUnavailable,
  type WebhookHeaders,
} from '../paypal/paypal.client.ts';
import { type WebhookEvent, webhookEventSchema } from '../paypal/paypal.schema.ts';
import { refundedCapture } from '../paypal/refunded-capture.rules.ts';
import { UnknownPaymentsService } from './unknown-payments.service.ts';
import { hasWebhookForm } from './webhook-form.rules.ts';

/** Events after which an order is reconciled; others are only recorded. */
const RELEVANT = new Set([
  'CHECKOUT.ORDER.COMPLETED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.SALE.COMPLETED',
  'PAYMENT.SALE.DENIED',
  'PAYMENT.SALE.PENDING',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
  'BILLING.SUBSCRIPTION.ACTIVATED',
  'BILLING.SUBSCRIPTION.CANCELLED',
  'BILLING.SUBSCRIPTION.EXPIRED',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
  'BILLING.SUBSCRIPTION.SUSPENDED',
]);

/** Events whose resource is a refund. */
const REFUNDS = new Set(['PAYMENT.CAPTURE.REFUNDED', 'PAYMENT.SALE.REFUNDED']);

/**
 * Handles PayPal's webhooks. An event is only a hint to ask PayPal about an order, so replayed, reordered or lost
 * events do no harm. Signatures are verified nevertheless, so that strangers cannot trigger these requests.
 * Verification is a call to PayPal: malformed and already known events are dropped before it, and the gateway limits
 * the rest.
 */
@Injectable()
export class WebhooksService {
  private readonly logger = new Logger(WebhooksService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalClient,
    private readonly payments: PaymentsService,
    private readonly agreements: AgreementsService,
    private readonly unknown: UnknownPaymentsService,
    @Inject(CONFIG) private readonly config: Pick<BillingConfig, 'PALISADE_PAYPAL_API_URL'>,
  ) {}

  /** @throws DomainError `webhook_not_genuine` (401), `webhook_malformed`; `paypal_unavailable`, so that PayPal sends it again */
  async receive(headers: WebhookHeaders, rawBody: Buffer): Promise<void> {
    const event = parse(rawBody);
    if (!hasWebhookForm(headers, this.config.PALISADE_PAYPAL_API_URL)) throw notGenuine();
    // Only verified events are recorded, so a known one needs no verification.
    if (await this.isKnown(event)) return;
    try {
      if (!(await this.payPal.isWebhookGenuine(headers, rawBody))) throw notGenuine();
      await this.follow(event);
    } catch (error) {
      if (error instanceof PayPalUnavailable || error instanceof PayPalError) {
        throw new DomainError('unavailable', 'paypal_unavailable', 'PayPal cannot be asked now', {
          cause: error,
        });
      }
      throw error;
    }
  }

  /** Handles an event that PayPal itself listed. @throws PayPalError, PayPalUnavailable */
  async take(event: WebhookEvent): Promise<void> {
    if (!(await this.isKnown(event))) await this.follow(event);
  }

  private async follow(event: WebhookEvent): Promise<void> {
    if (RELEVANT.has(event.event_type)) await this.reconcileSubject(event);
    if (REFUNDS.has(event.event_type)) await this.bookRefundedPart(event);
    await this.remember(event);
  }

  private async reconcileSubject(event: WebhookEvent): Promise<void> {
    const agreement = await this.agreementOf(event);
    if (agreement !== null) {
      await this.agreements.reconcile(agreement);
      return;
    }
    const order = await this.orderOf(event);
    // PayPal may report an agreement's payment like any other capture.
    const payer = order?.paypalAgreementId ? await this.agreements.find(order.paypalAgreementId) : null;
    if (payer !== null) {
      await this.agreements.reconcile(payer);
      return;
    }
    if (order === null || order.paypalOrderId === null) {
      this.logger.warn(
        { event: event.id, type: event.event_type },
        'an event about an order that is not ours',
      );
      if (order === null) await this.unknown.note(event);
      return;
    }
    await this.payments.reconcile(order);
  }

  /** After the reconciliation, which books what was refunded as a whole. */
  private async bookRefundedPart({ resource }: WebhookEvent): Promise<void> {
    const captureId = resource.sale_id ?? refundedCapture(resource);
    if (captureId !== undefined && resource.id !== undefined)
      await this.payments.bookRefundedPart(captureId, resource.id);
  }

  /** Events about an agreement have its id; events about its payments name the agreement or the payment. */
  private async agreementOf({ event_type: type, resource }: WebhookEvent): Promise<Agreement | null> {
    const id = type.startsWith('BILLING.') ? resource.id : resource.billing_agreement_id;
    if (id !== undefined) return this.agreements.find(id);
    if (resource.sale_id === undefined) return null;
    const order = await this.dataSource.manager.findOneBy(Order, { paypalCaptureId: resource.sale_id });
    return order?.paypalAgreementId ? this.agreements.find(order.paypalAgreementId) : null;
  }

  /** By our id, by PayPal's order, or (refunds) by the capture that the refund's `up` link names. */
  private async orderOf(event: WebhookEvent): Promise<Order | null> {
    const { resource } = event;
    const up = refundedCapture(resource);
    const ours = z.uuid().safeParse(resource.custom_id);
    const candidates = [
      ...(ours.success ? [{ id: ours.data as Order['id'] }] : []),
      ...(resource.supplementary_data?.related_ids?.order_id
        ? [{ paypalOrderId: resource.supplementary_data.related_ids.order_id }]
        : []),
      ...(resource.id ? [{ paypalOrderId: resource.id }, { paypalCaptureId: resource.id }] : []),
      ...(up ? [{ paypalCaptureId: up }] : []),
    ];
    return candidates.length === 0 ? null : this.dataSource.manager.findOne(Order, { where: candidates });
  }

  private async isKnown(event: WebhookEvent): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query('SELECT 1 FROM paypal_events WHERE event_id = $1', [
      event.id,
    ]);
    return rows.length > 0;
  }

  private async remember(event: WebhookEvent): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO paypal_events (event_id, event_type) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [event.id, event.event_type],
    );
  }
}

function parse(rawBody: Buffer): WebhookEvent {
  try {
    return webhookEventSchema.parse(JSON.parse(rawBody.toString('utf8')));
  } catch (error) {
    throw new DomainError('invalid', 'webhook_malformed', 'Not an event', { cause: error });
  }
}

const notGenuine = () =>
  new DomainError('unauthenticated', 'webhook_not_genuine', 'The signature does not match the event');
