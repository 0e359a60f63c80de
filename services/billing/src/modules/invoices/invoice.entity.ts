import type { OrderId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Issued once and never changed. A refund is a credit note of its own number. */
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

  @Column('text')
  description!: string;

  @Column('timestamptz')
  issuedAt!: Date;

  /** Lines of whoever issued it; `null`: issued before they were kept, and not shown since. */
  @Column('jsonb', { nullable: true })
  issuer!: string[] | null;

  /** Lines of whoever it was issued to; `null`: their account has not been asked for them yet. */
  @Column('jsonb', { nullable: true })
  customer!: string[] | null;
}
