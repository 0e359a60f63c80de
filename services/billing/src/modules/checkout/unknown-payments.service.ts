import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Metrics } from '@palisade/nest-kit';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { WebhookEvent } from '../paypal/paypal.schema.ts';
import { refundedCapture } from '../paypal/refunded-capture.rules.ts';

const RECEIVED: ReadonlySet<string> = new Set(['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.SALE.COMPLETED']);
const RETURNED: ReadonlySet<string> = new Set([
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.SALE.REFUNDED',
  'PAYMENT.SALE.REVERSED',
]);
/** Maximum length of texts from PayPal, in characters. */
const MAX_TEXT = 200;
const text = z.string().max(MAX_TEXT).nullable().catch(null).default(null);

/** What is stored of a payment. PayPal names the fields differently in captures and sales. */
const factsSchema = z.object({
  amount: z
    .object({ value: text, total: text, currency_code: text, currency: text })
    .partial()
    .optional()
    .catch(undefined),
  custom_id: text,
  custom: text,
  billing_agreement_id: text,
});

/**
 * Payments at PayPal that belong to no order here; after a restore, those made since the backup. The payer is unknown
 * here, so they are counted and shown to the operator until they are refunded, an order has them, or the operator marks
 * them as settled.
 */
@Injectable()
export class UnknownPaymentsService {
  private readonly logger = new Logger(UnknownPaymentsService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    { registry }: Metrics,
  ) {
    const gauge: Gauge = new Gauge({
      name: 'palisade_billing_unknown_payments',
      help: 'Payments at PayPal that no order here has, and that nobody has settled',
      registers: [registry],
      // Same value from every instance.
      collect: async () => {
        try {
          gauge.set(await this.count());
        } catch (error) {
          this.logger.warn({ err: error }, 'counting unknown payments failed');
        }
      },
    });
  }

  /**
   * Records an event about a payment without an order here; it was signed, or listed by PayPal. Idempotent in any
   * order.
   */
  async note({ event_type: type, resource }: WebhookEvent): Promise<void> {
    if (RECEIVED.has(type) && resource.id !== undefined) {
      const { amount, custom_id, custom, billing_agreement_id: agreement } = factsSchema.parse(resource);
      await this.dataSource.query(
        `INSERT INTO paypal_unknown_payments (id, event_type, amount, currency, order_reference, agreement_id)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (id) DO UPDATE SET event_type = excluded.event_type, amount = excluded.amount,
           currency = excluded.currency, order_reference = excluded.order_reference, agreement_id = excluded.agreement_id`,
        [
          resource.id,
          type,
          amount?.value ?? amount?.total ?? null,
          amount?.currency_code ?? amount?.currency ?? null,
          custom_id ?? custom,
          agreement,
        ],
      );
      this.logger.error({ payment: resource.id, agreement }, 'payment at PayPal belongs to no known order');
      return;
    }
    const payment = RETURNED.has(type) ? paymentOf(type, resource) : undefined;
    if (payment === undefined) return;
    await this.dataSource.query(
      `INSERT INTO paypal_unknown_payments (id, event_type, settled_at) VALUES ($1, $2, now())
       ON CONFLICT (id) DO UPDATE SET settled_at = coalesce(paypal_unknown_payments.settled_at, now())`,
      [payment, type],
    );
  }

  private async count(): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count FROM paypal_unknown_payments p
        WHERE settled_at IS NULL AND NOT EXISTS (SELECT FROM orders o WHERE o.paypal_capture_id = p.id)`,
    );
    return row?.count ?? 0;
  }
}

/** The refunded payment: a refund names it; a reversed payment is it. */
function paymentOf(type: string, resource: WebhookEvent['resource']): string | undefined {
  return type.endsWith('.REVERSED') ? resource.id : (resource.sale_id ?? refundedCapture(resource));
}
