import { Injectable } from '@nestjs/common';
import { billingEventsV1 } from '@palisade/contracts';
import { toMessage } from '@palisade/entitlements/wire';
import { OutboxWriter } from '@palisade/messaging';
import { type OrderId, queryRows, type UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { type BillingPeriod, FREE_PLAN_ID, Plan } from '../plans/plan.entity.ts';
import type { PaidTime } from './paid-time.rules.ts';
import { freeSubscription, Subscription, type SubscriptionStatus } from './subscription.entity.ts';

const REASONS = {
  registered: billingEventsV1.PlanChangeReason.REGISTERED,
  paid: billingEventsV1.PlanChangeReason.PAID,
  trial_started: billingEventsV1.PlanChangeReason.TRIAL_STARTED,
  trial_ended: billingEventsV1.PlanChangeReason.TRIAL_ENDED,
  cancelled: billingEventsV1.PlanChangeReason.CANCELLED,
  expired: billingEventsV1.PlanChangeReason.EXPIRED,
  refunded: billingEventsV1.PlanChangeReason.REFUNDED,
  admin: billingEventsV1.PlanChangeReason.ADMIN,
  plan_edited: billingEventsV1.PlanChangeReason.PLAN_EDITED,
} as const satisfies Record<string, billingEventsV1.PlanChangeReason>;
export type ChangeReason = keyof typeof REASONS;

/** A user's terms from now on. Absent: none. */
export interface NewTerms {
  planId: number;
  status: SubscriptionStatus;
  billingPeriod?: BillingPeriod;
  priceCents?: number;
  trialEndsAt?: Date;
  paidUntil?: Date;
  orderId?: OrderId;
  agreementId?: string;
  nextPaymentAt?: Date;
}

/** The plan of the last payment, for as long as payments reach. */
export const paidTerms = ({ last, paidUntil, nextPaymentAt }: PaidTime, renews: boolean): NewTerms => ({
  planId: last.planId,
  status: 'active',
  billingPeriod: last.billingPeriod,
  priceCents: last.amountCents,
  paidUntil,
  orderId: last.orderId,
  ...(renews && last.agreementId !== null && { agreementId: last.agreementId }),
  ...(renews && nextPaymentAt !== null && { nextPaymentAt }),
});

export const freeTerms = (status: 'free' | 'cancelled' = 'free'): NewTerms => ({
  planId: FREE_PLAN_ID,
  status,
});

const EVENTS_AT_ONCE = 500;
/** Changes after which a late payment no longer takes effect. */
const TAKES_PLACE = new Set<ChangeReason>(['paid', 'cancelled', 'refunded', 'admin']);

/** The only writer of subscriptions: every change has a reason, a new revision, a history row and an event. */
@Injectable()
export class SubscriptionChangesService {
  constructor(private readonly outbox: OutboxWriter) {}

  /** The user's subscription, locked until the transaction ends; created if missing. */
  async lock(manager: EntityManager, userId: UserId): Promise<Subscription> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(Subscription)
      .values(freeSubscription(userId))
      .orIgnore()
      .execute();
    return manager.findOneOrFail(Subscription, { where: { userId }, lock: { mode: 'pessimistic_write' } });
  }

  /** `subscription` must come from `lock` in this transaction. */
  async change(
    manager: EntityManager,
    subscription: Subscription,
    terms: NewTerms,
    reason: ChangeReason,
    actorId: UserId | null = null,
  ): Promise<void> {
    const previousPlanId = subscription.planId;
    Object.assign(subscription, {
      planId: terms.planId,
      status: terms.status,
      billingPeriod: terms.billingPeriod ?? null,
      priceCents: terms.priceCents ?? 0,
      trialEndsAt: terms.trialEndsAt ?? null,
      paidUntil: terms.paidUntil ?? null,
      orderId: terms.orderId ?? null,
      agreementId: terms.agreementId ?? null,
      nextPaymentAt: terms.nextPaymentAt ?? null,
      remindedAt: null,
      revision: (BigInt(subscription.revision) + 1n).toString(),
      updatedAt: new Date(),
    });
    await manager.save(Subscription, subscription);
    await manager.query(
      `INSERT INTO subscription_changes (user_id, revision, plan_id, previous_plan_id, reason, actor_id, order_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        subscription.userId,
        subscription.revision,
        subscription.planId,
        previousPlanId,
        reason,
        actorId,
        terms.orderId ?? null,
      ],
    );
    await endAgreements(manager, subscription, reason);
    await this.announce(manager, subscription, previousPlanId, reason);
  }

  /** A plan's entitlements were edited: all its users get a new revision, so that edges and screens follow. */
  async planEdited(manager: EntityManager, plan: Plan): Promise<void> {
    const rows = await queryRows<{ user_id: UserId; revision: string }>(
      manager,
      `UPDATE subscriptions SET revision = revision + 1, updated_at = now() WHERE plan_id = $1
       RETURNING user_id, revision`,
      [plan.id],
    );
    for (let start = 0; start < rows.length; start += EVENTS_AT_ONCE) {
      const events = rows
        .slice(start, start + EVENTS_AT_ONCE)
        .map((row) => planChanged(row.user_id, row.revision, plan, plan.slug, 'plan_edited'));
      await this.outbox.addAll(manager, events);
    }
  }

  private async announce(
    manager: EntityManager,
    subscription: Subscription,
    previousPlanId: number,
    reason: ChangeReason,
  ): Promise<void> {
    const plan = await manager.findOneByOrFail(Plan, { id: subscription.planId });
    const previous = await manager.findOneBy(Plan, { id: previousPlanId });
    await this.outbox.addAll(manager, [
      planChanged(subscription.userId, subscription.revision, plan, previous?.slug ?? '', reason),
    ]);
  }
}

/**
 * Ends the other agreements. An unpaid one is only replaced by a payment, since its buyer may be paying just now. Late
 * payments of agreements that their buyer ended no longer count.
 */
async function endAgreements(
  manager: EntityManager,
  { userId, agreementId, orderId }: Subscription,
  reason: ChangeReason,
): Promise<void> {
  await manager.query(
    `UPDATE paypal_agreements SET status = 'ending'
      WHERE user_id = $1 AND id IS DISTINCT FROM $2 AND (status = 'active' OR status = 'pending' AND $3)`,
    [userId, agreementId, reason === 'paid'],
  );
  if (!TAKES_PLACE.has(reason)) return;
  await manager.query(
    `UPDATE paypal_agreements SET buyer_ended_at = NULL
      WHERE user_id = $1 AND buyer_ended_at IS NOT NULL
        AND id IS DISTINCT FROM (SELECT paypal_agreement_id FROM orders WHERE id = $2)`,
    [userId, orderId],
  );
}

function planChanged(
  userId: UserId,
  revision: string,
  plan: Plan,
  previousSlug: string,
  reason: ChangeReason,
) {
  return {
    type: 'billing.user_plan_changed.v1' as const,
    key: userId,
    payload: {
      userId,
      planSlug: plan.slug,
      planName: plan.name,
      previousPlanSlug: previousSlug,
      reason: REASONS[reason],
      entitlements: toMessage(plan.slug, plan.entitlements),
      revision: BigInt(revision),
    },
  };
}
