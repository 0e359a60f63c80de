import { Inject, Injectable, Logger } from '@nestjs/common';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import type { UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { BILLING, type BillingClient } from '../../connections/connections.module.ts';
import { freePlan, type PlanOfUser, toPlan, toPlanFromCopy } from './plan-of-user.ts';

const MAX_IDS_PER_CALL = 1_000;

/** Users' plans. Billing is asked; while it is unavailable, the copy made from its events is used. */
@Injectable()
export class PlansService {
  private readonly logger = new Logger(PlansService.name);

  constructor(
    @Inject(BILLING) private readonly billing: BillingClient,
    private readonly database: DataSource,
    private readonly copies: UserPlansRepository,
  ) {}

  async of(userId: UserId): Promise<PlanOfUser> {
    return (await this.ofMany([userId])).get(userId) ?? freePlan();
  }

  /** Every user in `ids` has an entry. */
  async ofMany(ids: readonly UserId[]): Promise<ReadonlyMap<UserId, PlanOfUser>> {
    const plans = new Map<UserId, PlanOfUser>(ids.map((id) => [id, freePlan()]));
    for (let at = 0; at < ids.length; at += MAX_IDS_PER_CALL) {
      const chunk = ids.slice(at, at + MAX_IDS_PER_CALL);
      for (const [id, plan] of await this.chunk(chunk)) plans.set(id, plan);
    }
    return plans;
  }

  private async chunk(ids: readonly UserId[]): Promise<readonly (readonly [UserId, PlanOfUser])[]> {
    try {
      const { plans } = await this.billing.getUserPlans({ userIds: [...ids] });
      return plans.map((plan) => [plan.userId as UserId, toPlan(plan)] as const);
    } catch (error) {
      this.logger.warn({ err: error }, 'billing service unavailable; using cached plans');
      const copies = await this.copies.ofMany(this.database, ids);
      return copies.map((copy) => [copy.userId as UserId, toPlanFromCopy(copy)] as const);
    }
  }
}
