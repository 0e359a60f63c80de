import type { OrderId, UserId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * pending: not approved or not paid yet. active: pays for the next period. ending: ended here, not at PayPal yet.
 * ended: no more money comes from it.
 */
export type AgreementStatus = 'pending' | 'active' | 'ending' | 'ended';

/** A PayPal subscription. */
@Entity('paypal_agreements')
export class Agreement {
  /** PayPal's id, such as I-BW452GLLEP1G. */
  @PrimaryColumn('text')
  id!: string;

  @Column('uuid')
  orderId!: OrderId;

  @Column('uuid')
  userId!: UserId;

  @Column('text')
  paypalPlanId!: string;

  @Column('text')
  status!: AgreementStatus;

  @Column('timestamptz')
  createdAt!: Date;

  /** When its status was last requested from PayPal. */
  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;

  /**
   * Since when PayPal may have taken money after the end that is not refunded yet. Null: no such money, or not ended.
   */
  @Column('timestamptz', { nullable: true })
  unsettledSince!: Date | null;

  /**
   * When its buyer ended it at PayPal: payments taken before are booked, however late PayPal reports them. Null: not
   * ended, ended by us, or replaced since; such payments are refunded.
   */
  @Column('timestamptz', { nullable: true })
  buyerEndedAt!: Date | null;
}
