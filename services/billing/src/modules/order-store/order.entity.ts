import type { OrderId, UserId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BillingPeriod } from '../plans/plan.entity.ts';
import type { OrderStatus } from './order-states.rules.ts';

@Entity('orders')
export class Order {
  @PrimaryColumn('uuid')
  id!: OrderId;

  @Column('text')
  orderNumber!: string;

  /** `null`: a guest's order that is not claimed. */
  @Column('uuid', { nullable: true })
  userId!: UserId | null;

  /** Lower case. */
  @Column('text', { nullable: true })
  guestEmail!: string | null;

  @Column('text', { nullable: true })
  guestName!: string | null;

  @Column('bytea', { nullable: true })
  claimTokenHash!: Buffer | null;

  @Column('integer')
  planId!: number;

  @Column('text')
  planSlug!: string;

  @Column('text')
  billingPeriod!: BillingPeriod;

  @Column('integer')
  amountCents!: number;

  @Column('text')
  currency!: string;

  @Column('text')
  paymentMethod!: string;

  @Column('text')
  status!: OrderStatus;

  /**
   * Why it failed or was cancelled, or the status of a pending one: a stable code. Together with `status` it is the
   * state (`ORDER_STATES`).
   */
  @Column('text', { nullable: true })
  failure!: string | null;

  @Column('text', { nullable: true })
  paypalOrderId!: string | null;

  @Column('text', { nullable: true })
  paypalCaptureId!: string | null;

  /** The agreement that this is a payment of; `null` for single payments. */
  @Column('text', { nullable: true })
  paypalAgreementId!: string | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  paidAt!: Date | null;

  /** When it was applied to a user's plan; a paid guest order waits to be claimed. */
  @Column('timestamptz', { nullable: true })
  activatedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  refundedAt!: Date | null;

  /** Sum of what was refunded in parts while the order stayed paid; the rest follows with `refundedAt`. */
  @Column('integer', { default: 0 })
  refundedCents!: number;

  /** When its status was last requested from PayPal. */
  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;
}
