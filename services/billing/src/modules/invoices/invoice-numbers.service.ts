import { Inject, Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import type { OrderId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import type { Order } from '../order-store/order.entity.ts';
import { Invoice } from './invoice.entity.ts';
import { invoiceIssuer } from './invoice-issuer.ts';

/** Numbers of invoices and credit notes. */
@Injectable()
export class InvoiceNumbersService {
  constructor(@Inject(CONFIG) private readonly config: BillingConfig) {}

  /**
   * Issues the next number of the year. The counter's row stays locked until the transaction ends, so that a number is
   * used or, after a rollback, given out again: none is missing.
   * `amountCents` is negative on credit notes.
   */
  async issue(
    manager: EntityManager,
    order: Order,
    {
      kind,
      description,
      amountCents,
      paypalRefundId = null,
    }: Pick<Invoice, 'kind' | 'description' | 'amountCents'> & Partial<Pick<Invoice, 'paypalRefundId'>>,
  ): Promise<Invoice> {
    const issuedAt = new Date();
    const year = issuedAt.getUTCFullYear();
    const [counter]: { last: number }[] = await manager.query(
      `INSERT INTO invoice_counters (year, last) VALUES ($1, 1)
       ON CONFLICT (year) DO UPDATE SET last = invoice_counters.last + 1 RETURNING last`,
      [year],
    );
    const invoice = manager.create(Invoice, {
      id: uuidV7(),
      number: `${year}-${String(counter!.last).padStart(6, '0')}`,
      kind,
      orderId: order.id as OrderId,
      amountCents,
      paypalRefundId,
      currency: order.currency,
      description,
      issuedAt,
      issuer: invoiceIssuer(this.config),
      // A member's name comes from auth, which booking must not wait for: `InvoicesService` stores it when the invoice
      // is first shown.
      customer: order.userId === null ? guestLines(order) : null,
    });
    await manager.insert(Invoice, invoice);
    return invoice;
  }
}

export const guestLines = ({ guestName, guestEmail }: Pick<Order, 'guestName' | 'guestEmail'>): string[] =>
  [guestName ?? '', guestEmail ?? ''].filter((line) => line !== '');
