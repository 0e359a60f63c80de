import { Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import type { OrderId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import type { Order } from '../orders/order.entity.ts';
import { Invoice } from './invoice.entity.ts';

/** Gives invoices and credit notes their numbers. */
@Injectable()
export class InvoiceNumbersService {
  /**
   * Issues the next number of the year. The counter's row stays locked until the transaction ends, so that a number is
   * used or, after a rollback, given out again: none is missing.
   */
  async issue(
    manager: EntityManager,
    order: Order,
    kind: Invoice['kind'],
    description: string,
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
      amountCents: kind === 'invoice' ? order.amountCents : -order.amountCents,
      currency: order.currency,
      description,
      issuedAt,
    });
    await manager.insert(Invoice, invoice);
    return invoice;
  }
}
