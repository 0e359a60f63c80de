import type { OrderId, UserId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * pending: not approved or not paid yet. active: pays for the next period. ending: ended by us, PayPal does not know
 * yet. ended: no more money comes from it.
 */
export type AgreementStatus = 'pending' | 'active' | 'ending' | 'ended';

/** A payment at PayPal that renews itself. */
@Entity('paypal_agreements')
export class Agreement {
  /** PayPal's, such as I-BW452GLLEP1G. */
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

  /** When its state at PayPal was last asked for. */
  @Column('timestamptz', { nullable: true })
  checkedAt!: Date | null;

  /** Since when PayPal may have taken something after the end that is not given back yet. Null: there is nothing, or it has not ended. */
  @Column('timestamptz', { nullable: true })
  unsettledSince!: Date | null;

  /**
   * When its buyer ended it at PayPal: what PayPal took before that is booked, however late it tells of it. Null: it has not ended, was
   * ended by us, or something else has taken its place since; then such money goes back.
   */
  @Column('timestamptz', { nullable: true })
  buyerEndedAt!: Date | null;
}
