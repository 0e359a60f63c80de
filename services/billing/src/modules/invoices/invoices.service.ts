import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, type OrderId, queryOne, type UserCaller } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';
import { Order } from '../order-store/order.entity.ts';
import { Invoice } from './invoice.entity.ts';
import { invoiceIssuer } from './invoice-issuer.ts';
import { guestLines } from './invoice-numbers.service.ts';
import { renderInvoice } from './invoice-pdf.ts';

export const invoiceSchema = z
  .object({
    id: z.uuid(),
    number: z.string(),
    kind: z.enum(['invoice', 'credit_note']),
    order_number: z.string(),
    description: z.string(),
    /** Negative on credit notes. */
    amount: z.number(),
    currency: z.string(),
    issued_at: z.iso.datetime(),
  })
  .meta({ id: 'Invoice' });

@Injectable()
export class InvoicesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Newest first. */
  async mine(user: UserCaller): Promise<z.infer<typeof invoiceSchema>[]> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(Invoice, 'invoice')
      .innerJoinAndMapOne('invoice.order', Order, 'o', 'o.id = invoice.order_id')
      .where('o.user_id = :userId', { userId: user.userId })
      .orderBy('invoice.number', 'DESC')
      .take(500)
      .getMany();
    return (rows as (Invoice & { order: Order })[]).map((row) => ({
      id: row.id,
      number: row.number,
      kind: row.kind,
      order_number: row.order.orderNumber,
      description: row.description,
      amount: row.amountCents / 100,
      currency: row.currency,
      issued_at: row.issuedAt.toISOString(),
    }));
  }

  /** @throws DomainError `invoice_not_found`, also for another's; administrators may read all */
  async pdf(user: UserCaller, id: string): Promise<{ name: string; bytes: Buffer }> {
    const invoice = await this.dataSource.manager.findOneBy(Invoice, { id });
    const order = invoice && (await this.dataSource.manager.findOneBy(Order, { id: invoice.orderId }));
    if (!invoice || !order || (order.userId !== user.userId && !user.isAdmin)) {
      throw new DomainError('not_found', 'invoice_not_found', 'Invoice not found');
    }
    return this.render(invoice, order);
  }

  /** For the payment mail. `null` if the order has no invoice. */
  async ofOrder(orderId: OrderId): Promise<{ number: string; name: string; bytes: Buffer } | null> {
    const invoice = await this.dataSource.manager.findOneBy(Invoice, { orderId, kind: 'invoice' });
    const order = invoice && (await this.dataSource.manager.findOneBy(Order, { id: orderId }));
    return invoice && order ? { number: invoice.number, ...(await this.render(invoice, order)) } : null;
  }

  private async render(invoice: Invoice, order: Order): Promise<{ name: string; bytes: Buffer }> {
    const bytes = await renderInvoice({
      number: invoice.number,
      kind: invoice.kind,
      issuedAt: invoice.issuedAt,
      ...(await this.parties(invoice, order)),
      orderNumber: order.orderNumber,
      description: invoice.description,
      amountCents: invoice.amountCents,
      currency: invoice.currency,
    });
    return { name: `${invoice.kind === 'invoice' ? 'invoice' : 'credit-note'}-${invoice.number}.pdf`, bytes };
  }

  /**
   * Issuer and recipient as they were when first shown, which for a member is with the payment mail; fixed from then
   * on.
   */
  private async parties({ id, issuer, customer }: Invoice, order: Order) {
    if (issuer !== null && customer !== null) return { issuer, customer };
    const now = {
      issuer: issuer ?? invoiceIssuer(this.config),
      customer: customer ?? (await this.customer(order)),
    };
    // A deleted account has no name to store.
    if (now.customer.length === 0) return now;
    // If two requests store it at once, the first wins.
    const kept = await queryOne<{ issuer: string[]; customer: string[] }>(
      this.dataSource,
      `UPDATE invoices SET issuer = coalesce(issuer, $2::jsonb), customer = coalesce(customer, $3::jsonb) WHERE id = $1
       RETURNING issuer, customer`,
      [id, JSON.stringify(now.issuer), JSON.stringify(now.customer)],
    );
    return kept ?? now;
  }

  private async customer(order: Order): Promise<string[]> {
    const { users } =
      order.userId === null ? { users: [] } : await this.auth.getUsers({ ids: [order.userId] });
    const [user] = users;
    return user === undefined ? guestLines(order) : [user.fullName || user.username, user.email];
  }
}
