import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { Plan } from './plan.entity.ts';
import { planIsFree, planNotFound } from './plan.errors.ts';
import { type PlanView, toPlanView } from './plan.schema.ts';

/** Plans that can be chosen. */
@Injectable()
export class PlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Offered plans, cheapest first. */
  async offered(): Promise<PlanView[]> {
    const plans = await this.dataSource.manager.find(Plan, {
      where: { isActive: true },
      order: { priceCents: 'ASC', id: 'ASC' },
    });
    return plans.map((plan) => toPlanView(plan, this.config.PALISADE_CURRENCY));
  }

  /**
   * Finds a plan by slug, or by id as text or number, among those offered and the buyer's own, which can be renewed
   * even if it is no longer offered.
   * @throws DomainError `plan_not_found`
   */
  async choose(slugOrId: string | number, heldPlanId: number | null = null): Promise<Plan> {
    const text = String(slugOrId);
    const plans = await this.dataSource.manager.find(Plan, {
      where: [{ slug: text }, ...(/^\d{1,9}$/.test(text) ? [{ id: Number(text) }] : [])],
    });
    const plan = plans.find(({ id, isActive }) => isActive || id === heldPlanId);
    if (plan === undefined) throw planNotFound();
    return plan;
  }

  /** @throws DomainError `plan_not_found`, `plan_is_free` */
  async choosePaid(choice: string | number, heldPlanId: number | null = null): Promise<Plan> {
    const plan = await this.choose(choice, heldPlanId);
    if (plan.priceCents === 0) throw planIsFree();
    return plan;
  }
}
