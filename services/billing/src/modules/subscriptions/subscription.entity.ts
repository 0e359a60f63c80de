import type { OrderId, UserId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type BillingPeriod, FREE_PLAN_ID } from '../plans/plan.entity.ts';

export type SubscriptionStatus = 'free' | 'trial' | 'active' | 'cancelled' | 'past_due';

/** Which plan a user has. Who has no row has the free plan at revision 0. */
@Entity('subscriptions')
export class Subscription {
  @PrimaryColumn('uuid')
  userId!: UserId;

  @Column('integer')
  planId!: number;

  @Column('text')
  status!: SubscriptionStatus;

  @Column('text', { nullable: true })
  billingPeriod!: BillingPeriod | null;

  /** What was paid for the current period; 0 if nothing was. */
  @Column('integer')
  priceCents!: number;

  @Column('timestamptz', { nullable: true })
  trialEndsAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  paidUntil!: Date | null;

  /** The order that paid for the current period. */
  @Column('uuid', { nullable: true })
  orderId!: OrderId | null;

  /** The agreement at PayPal that pays for the next period; `null`: the period ends when it is over. */
  @Column('text', { nullable: true })
  agreementId!: string | null;

  /** When that agreement takes its next payment; `null` without one. */
  @Column('timestamptz', { nullable: true })
  nextPaymentAt!: Date | null;

  /** When the owner was last told that the period ends. */
  @Column('timestamptz', { nullable: true })
  remindedAt!: Date | null;

  /** When the account was closed; nothing takes effect on it any more. */
  @Column('timestamptz', { nullable: true })
  closedAt!: Date | null;

  /** Rises with every change of this user. */
  @Column('bigint')
  revision!: string;

  @Column('timestamptz')
  updatedAt!: Date;
}

export function freeSubscription(userId: UserId): Subscription {
  return Object.assign(new Subscription(), {
    userId,
    planId: FREE_PLAN_ID,
    status: 'free',
    billingPeriod: null,
    priceCents: 0,
    trialEndsAt: null,
    paidUntil: null,
    orderId: null,
    agreementId: null,
    nextPaymentAt: null,
    remindedAt: null,
    closedAt: null,
    revision: '0',
    updatedAt: new Date(),
  });
}
