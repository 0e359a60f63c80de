import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { Plan } from './plan.entity.ts';
import { planIsFree, planNotFound } from './plan.errors.ts';
import { type PlanView, toPlanView } from './plan.schema.ts';

/** The plans that can be chosen. */
@Injectable()
export class PlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  /** What is offered, cheapest first. */
  async offered(): Promise<PlanView[]> {
    const plans = await this.dataSource.manager.find(Plan, {
      where: { isActive: true },
      order: { priceCents: 'ASC', id: 'ASC' },
    });
    return plans.map((plan) => toPlanView(plan, this.config.PALISADE_CURRENCY));
  }

  /**
   * By slug, or by id as text or number, among those that are offered, and the one that the buyer has: whoever has a plan may pay on,
   * though it is offered to nobody else any more.
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
