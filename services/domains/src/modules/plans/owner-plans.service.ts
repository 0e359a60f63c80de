import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Entitlements } from '@palisade/entitlements';
import { type KnownPlan, planFromAnswer } from '@palisade/entitlements/known-plan';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { BILLING_CLIENT, type BillingClient } from '../../connections/billing-client.ts';

interface OwnerPlanRow {
  owner_id: string;
  plan_slug: string;
  plan_name: string;
  entitlements: Entitlements;
  revision: string;
}

/** Owners' plans: a read model fed by billing's events, filled by asking where it is empty. */
@Injectable()
export class OwnerPlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(BILLING_CLIENT) private readonly billing: BillingClient,
  ) {}

  /** @throws DomainError `service_unavailable` if nothing is stored and billing does not answer */
  async planOf(ownerId: UserId, manager: EntityManager = this.dataSource.manager): Promise<KnownPlan> {
    return (await this.stored(ownerId, manager)) ?? this.askBilling(ownerId, manager);
  }

  /**
   * Asks billing, so that a plan paid for a moment ago counts although its event is still on its way.
   * Takes what is stored if billing does not answer.
   */
  async freshPlanOf(ownerId: UserId, manager: EntityManager = this.dataSource.manager): Promise<KnownPlan> {
    try {
      return await this.askBilling(ownerId, manager);
    } catch (error) {
      const stored = await this.stored(ownerId, manager);
      if (stored === null || !(error instanceof DomainError)) throw error;
      return stored;
    }
  }

  /** Keeps the plan unless a newer one is known. True if it was news. */
  async keep(manager: EntityManager, plan: KnownPlan): Promise<boolean> {
    const kept: unknown[] = await manager.query(
      `INSERT INTO owner_plans (owner_id, plan_slug, plan_name, entitlements, revision)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (owner_id) DO UPDATE SET plan_slug = excluded.plan_slug, plan_name = excluded.plan_name,
         entitlements = excluded.entitlements, revision = excluded.revision, updated_at = now()
       WHERE owner_plans.revision < excluded.revision
       RETURNING owner_id`,
      [
        plan.userId,
        plan.planSlug,
        plan.planName,
        JSON.stringify(plan.entitlements),
        plan.revision.toString(),
      ],
    );
    return kept.length > 0;
  }

  async forget(manager: EntityManager, ownerId: UserId): Promise<void> {
    await manager.query('DELETE FROM owner_plans WHERE owner_id = $1', [ownerId]);
  }

  private async stored(ownerId: UserId, manager: EntityManager): Promise<KnownPlan | null> {
    const [row]: OwnerPlanRow[] = await manager.query('SELECT * FROM owner_plans WHERE owner_id = $1', [
      ownerId,
    ]);
    return row === undefined
      ? null
      : {
          userId: row.owner_id,
          planSlug: row.plan_slug,
          planName: row.plan_name,
          entitlements: row.entitlements,
          revision: BigInt(row.revision),
        };
  }

  private async askBilling(ownerId: UserId, manager: EntityManager): Promise<KnownPlan> {
    const known = planFromAnswer((await this.billing.getUserPlan({ userId: ownerId })).plan);
    if (known === null) {
      throw new DomainError(
        'unavailable',
        'service_unavailable',
        'Your plan cannot be read right now. Please try again.',
      );
    }
    await this.keep(manager, { ...known, userId: ownerId });
    return known;
  }
}
