import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { fromView, toView } from '@palisade/entitlements';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, violatedUnique } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { FREE_PLAN_ID, Plan } from '../plans/plan.entity.ts';
import { freePlanKept, MAX_PLANS, planInUse, planNotFound, tooManyPlans } from '../plans/plan.errors.ts';
import {
  type AdminPlanView,
  type PlanCreate,
  type PlanUpdate,
  toAdminPlanView,
} from '../plans/plan.schema.ts';
import { SubscriptionChangesService } from '../subscriptions/subscription-changes.service.ts';

/** Administrators' changes of plans. */
@Injectable()
export class AdminPlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly subscriptions: SubscriptionChangesService,
    private readonly auditLogger: AuditLogger,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  async all(): Promise<AdminPlanView[]> {
    const [plans, counts] = await Promise.all([
      this.dataSource.manager.find(Plan, { order: { priceCents: 'ASC', id: 'ASC' } }),
      this.userCounts(),
    ]);
    return plans.map((plan) => this.viewOf(plan, counts.get(plan.id) ?? 0));
  }

  /** @throws DomainError `plan_slug_taken`, `too_many_plans` */
  async create(actor: Actor, input: PlanCreate): Promise<AdminPlanView> {
    const plan = await this.changing(async (manager) => {
      // Concurrent creations wait here, so that each counts all plans.
      const free = await this.locked(manager, FREE_PLAN_ID);
      if ((await manager.count(Plan)) >= MAX_PLANS) throw tooManyPlans();
      const [next]: { id: number }[] = await manager.query(`SELECT nextval('plans_id')::int AS id`);
      const created = manager.create(Plan, {
        id: next!.id,
        slug: input.slug,
        name: input.name,
        priceCents: Math.round(input.price * 100),
        description: input.description,
        features: input.features,
        isActive: input.is_active,
        entitlements: input.entitlements === undefined ? free.entitlements : fromView(input.entitlements),
      });
      await manager.insert(Plan, created);
      await this.auditLogger.record(manager, actor, 'plan.created', created.id, { slug: created.slug });
      return created;
    });
    return this.viewOf(plan, 0);
  }

  /**
   * A plan's entitlements change for everybody who has it; its price only for new orders.
   * @throws DomainError `plan_not_found`, `plan_slug_taken`, `free_plan_kept`
   */
  async update(actor: Actor, id: number, input: PlanUpdate): Promise<AdminPlanView> {
    const plan = await this.changing(async (manager) => {
      const stored = await this.locked(manager, id);
      const before = JSON.stringify([stored.slug, stored.name, stored.entitlements]);
      apply(stored, input);
      refuseBreakingFree(stored);
      await manager.save(Plan, stored);
      await this.auditLogger.record(manager, actor, 'plan.updated', id, {
        fields: Object.keys(input).join(','),
      });
      if (JSON.stringify([stored.slug, stored.name, stored.entitlements]) !== before) {
        await this.subscriptions.planEdited(manager, stored);
      }
      return stored;
    });
    return this.viewOf(plan, (await this.userCounts()).get(id) ?? 0);
  }

  /** @throws DomainError `plan_not_found`, `free_plan_kept`, `plan_in_use` */
  async remove(actor: Actor, id: number): Promise<void> {
    await this.changing(async (manager) => {
      const plan = await this.locked(manager, id);
      if (id === FREE_PLAN_ID)
        throw freePlanKept('The Free plan cannot be deleted: it applies to users without another plan.');
      await refuseInUse(manager, plan);
      await manager.delete(Plan, { id });
      await this.auditLogger.record(manager, actor, 'plan.deleted', id, { slug: plan.slug });
    });
  }

  private viewOf(plan: Plan, userCount: number): AdminPlanView {
    return toAdminPlanView(plan, this.config.PALISADE_CURRENCY, userCount);
  }

  private async locked(manager: EntityManager, id: number): Promise<Plan> {
    const plan = await manager.findOne(Plan, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (plan === null) throw planNotFound();
    return plan;
  }

  private async changing<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await this.dataSource.transaction(work);
    } catch (error) {
      if (violatedUnique(error) !== null) {
        const detail = 'Another plan has this slug';
        throw new DomainError('conflict', 'plan_slug_taken', detail, {
          fields: [{ path: 'slug', message: detail }],
        });
      }
      throw error;
    }
  }

  private async userCounts(): Promise<Map<number, number>> {
    const rows: { plan_id: number; count: number }[] = await this.dataSource.query(
      'SELECT plan_id, count(*)::int AS count FROM subscriptions GROUP BY plan_id',
    );
    return new Map(rows.map((row) => [row.plan_id, row.count]));
  }
}

function apply(plan: Plan, input: PlanUpdate): void {
  plan.name = input.name ?? plan.name;
  plan.slug = input.slug ?? plan.slug;
  plan.priceCents = input.price === undefined ? plan.priceCents : Math.round(input.price * 100);
  plan.description = input.description ?? plan.description;
  plan.features = input.features ?? plan.features;
  plan.isActive = input.is_active ?? plan.isActive;
  plan.entitlements = fromView({ ...toView(plan.entitlements), ...input.entitlements });
}

function refuseBreakingFree(plan: Plan): void {
  if (plan.id !== FREE_PLAN_ID) return;
  if (plan.priceCents !== 0 || plan.slug !== 'free' || !plan.isActive) {
    throw freePlanKept(
      'The Free plan must stay free of charge, active and named "free": cancelled subscriptions return to it.',
    );
  }
}

async function refuseInUse(manager: EntityManager, plan: Plan): Promise<void> {
  const [use]: { users: number; orders: number }[] = await manager.query(
    `SELECT (SELECT count(*)::int FROM subscriptions WHERE plan_id = $1) AS users,
            (SELECT count(*)::int FROM orders WHERE plan_id = $1) AS orders`,
    [plan.id],
  );
  if (use!.users > 0) {
    const users = use!.users === 1 ? '1 user has' : `${use!.users} users have`;
    throw planInUse(`This plan cannot be deleted: ${users} it. Deactivate it to stop offering it.`);
  }
  if (use!.orders > 0) {
    const orders = use!.orders === 1 ? '1 order refers' : `${use!.orders} orders refer`;
    throw planInUse(`This plan cannot be deleted: ${orders} to it. Deactivate it to stop offering it.`);
  }
}
