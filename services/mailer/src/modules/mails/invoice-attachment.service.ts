import { Inject, Injectable } from '@nestjs/common';
import { BILLING, type BillingClient } from '../../connections/connections.module.ts';
import type { OutgoingMail } from '../delivery/smtp-transport.service.ts';

export interface AttachedInvoice {
  number: string;
  attachments: NonNullable<OutgoingMail['attachments']>;
}

/**
 * The PDF of an order's invoice, requested from billing when the mail is sent: events stay small, and a waiting mail
 * holds no copy of it.
 */
@Injectable()
export class InvoiceAttachmentService {
  constructor(@Inject(BILLING) private readonly billing: BillingClient) {}

  /**
   * @returns null if the order has no invoice. @throws DomainError while billing is unavailable; the mail then waits
   */
  async of(orderId: string): Promise<AttachedInvoice | null> {
    const { number, fileName, pdf } = await this.billing.getOrderInvoice({ orderId });
    if (pdf.length === 0) return null;
    return {
      number,
      attachments: [{ filename: fileName, content: Buffer.from(pdf), contentType: 'application/pdf' }],
    };
  }
}
