import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { Order } from '../order-store/order.entity.ts';
import { FREE_PLAN_ID, Plan } from '../plans/plan.entity.ts';
import { paidTimeOf, remainingCents } from './paid-time.rules.ts';
import { PaymentHistoryRepository } from './payment-history.repository.ts';
import { hasEnded } from './periods.rules.ts';
import { freeSubscription, Subscription } from './subscription.entity.ts';
import { freeTerms, type NewTerms, SubscriptionChangesService } from './subscription-changes.service.ts';

export interface PlanOfUser {
  subscription: Subscription;
  plan: Plan;
}

@Injectable()
export class SubscriptionsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly writer: SubscriptionChangesService,
    private readonly history: PaymentHistoryRepository,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  async of(userId: UserId): Promise<PlanOfUser> {
    const [only] = await this.ofMany([userId]);
    return only!;
  }

  /** In the order of `userIds`; users that billing has never heard of have the free plan. */
  async ofMany(userIds: readonly UserId[]): Promise<PlanOfUser[]> {
    const [subscriptions, plans] = await Promise.all([
      this.dataSource.manager.find(Subscription, { where: { userId: In([...userIds]) } }),
      this.dataSource.manager.find(Plan),
    ]);
    const byUser = new Map(subscriptions.map((subscription) => [subscription.userId, subscription]));
    const byId = new Map(plans.map((plan) => [plan.id, plan]));
    return userIds.map((userId) => {
      const subscription = byUser.get(userId) ?? freeSubscription(userId);
      return { subscription, plan: (byId.get(subscription.planId) ?? byId.get(FREE_PLAN_ID))! };
    });
  }

  /** Of the payment that the present period stands on; `null`: nothing was paid for it. */
  async currencyOf({ orderId }: Subscription, manager = this.dataSource.manager): Promise<string | null> {
    if (orderId === null) return null;
    return (await manager.findOneBy(Order, { id: orderId }))?.currency ?? null;
  }

  /** A new account has the free plan, unless something gave it another one already. */
  async register(userId: UserId): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const subscription = await this.writer.lock(manager, userId);
      if (subscription.revision !== '0') return;
      await this.writer.change(manager, subscription, freeTerms(), 'registered');
    });
  }

  /**
   * An administrator's choice: the plan without payment and without end. Choosing what the user has changes nothing.
   * Time that was paid for ends by it, which is to be meant.
   * @throws DomainError `plan_not_found`, `ends_paid_time`
   */
  async setByAdmin(
    userId: UserId,
    slug: string,
    { actorId, endsPaidTime }: { actorId: UserId | null; endsPaidTime: boolean },
  ): Promise<PlanOfUser> {
    const plan = await this.dataSource.manager.findOneBy(Plan, { slug });
    if (plan === null) throw new DomainError('not_found', 'plan_not_found', 'Plan not found');
    await this.dataSource.transaction(async (manager) => {
      const subscription = await this.writer.lock(manager, userId);
      if (subscription.planId === plan.id) return;
      if (!endsPaidTime) await this.refuseToEnd(manager, subscription);
      const terms: NewTerms = plan.id === FREE_PLAN_ID ? freeTerms() : { planId: plan.id, status: 'active' };
      await this.writer.change(manager, subscription, terms, 'admin', actorId);
    });
    return this.of(userId);
  }

  /** Says what would end, and what is left of the money that was paid for it. */
  private async refuseToEnd(manager: EntityManager, subscription: Subscription): Promise<void> {
    const { userId, planId, status, paidUntil, agreementId } = subscription;
    const now = new Date();
    if (status !== 'active' || paidUntil === null || hasEnded(subscription, now)) return;
    const payments = await this.history.of(manager, userId);
    const paid = paidTimeOf(payments.filter(({ isRefunded }) => !isRefunded));
    const cents = paid === null ? 0 : Math.round(remainingCents(paid, now));
    const { name } = await manager.findOneByOrFail(Plan, { id: planId });
    const currency = (await this.currencyOf(subscription, manager)) ?? this.config.PALISADE_CURRENCY;
    const renewal = agreementId === null ? '' : ' and the agreement that renews it';
    throw new DomainError(
      'conflict',
      'ends_paid_time',
      `${name} is paid for until ${paidUntil.toISOString().slice(0, 10)}. This time${renewal} would end, ` +
        `with ${(cents / 100).toFixed(2)} ${currency} of it not used up: give them back under Orders.`,
    );
  }

  /** Free at once, whatever was paid for. Cancelling the free plan changes nothing. */
  async cancel(userId: UserId): Promise<PlanOfUser> {
    await this.dataSource.transaction(async (manager) => {
      const subscription = await this.writer.lock(manager, userId);
      if (subscription.planId === FREE_PLAN_ID) return;
      await this.writer.change(manager, subscription, freeTerms('cancelled'), 'cancelled', userId);
    });
    return this.of(userId);
  }
}
