import type { OrderId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Issued once and never changed; a refund, whole or of a part, is a separate credit note. */
@Entity('invoices')
export class Invoice {
  @PrimaryColumn('uuid')
  id!: string;

  /** Without gaps within a year, such as 2026-000042. */
  @Column('text')
  number!: string;

  @Column('text')
  kind!: 'invoice' | 'credit_note';

  @Column('uuid')
  orderId!: OrderId;

  /** Negative on credit notes. */
  @Column('integer')
  amountCents!: number;

  @Column('text')
  currency!: string;

  /** Of a credit note for a part of the payment; `null` for invoices, and for the credit note that ends an order. */
  @Column('text', { nullable: true })
  paypalRefundId!: string | null;

  @Column('text')
  description!: string;

  @Column('timestamptz')
  issuedAt!: Date;

  /** Lines of the issuer; `null`: issued before they were stored, and not shown since. */
  @Column('jsonb', { nullable: true })
  issuer!: string[] | null;

  /** Lines of the recipient; `null`: not requested from their account yet. */
  @Column('jsonb', { nullable: true })
  customer!: string[] | null;
}
