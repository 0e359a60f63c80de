import { Injectable } from '@nestjs/common';
import type { billingEventsV1 } from '@palisade/contracts';
import type { Entitlements } from '@palisade/entitlements';
import { nameOfSlug, planFromEvent } from '@palisade/entitlements/known-plan';
import type { UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { PlanOfUser } from './plan-of-user.ts';

/** Copies of users' plans, made from billing's events: for searching by plan, and while billing does not answer. */
@Injectable()
export class UserPlanCopiesRepository {
  constructor(private readonly database: DataSource) {}

  /** A change that is older than what is known, or the same again, changes nothing. */
  async take(change: billingEventsV1.UserPlanChanged): Promise<void> {
    const plan = planFromEvent(change);
    if (plan === null) return;
    await this.database.query(
      `INSERT INTO user_plans AS known (user_id, plan_slug, entitlements, revision) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE
         SET plan_slug = excluded.plan_slug, entitlements = excluded.entitlements, revision = excluded.revision
         WHERE known.revision < excluded.revision`,
      [plan.userId, plan.planSlug, JSON.stringify(plan.entitlements), plan.revision.toString()],
    );
  }

  async ofMany(ids: readonly UserId[]): Promise<readonly (readonly [UserId, PlanOfUser])[]> {
    const rows = await this.database.query<
      { user_id: UserId; plan_slug: string; entitlements: Entitlements }[]
    >('SELECT user_id, plan_slug, entitlements FROM user_plans WHERE user_id = ANY($1)', [ids]);
    return rows.map((row) => [
      row.user_id,
      {
        slug: row.plan_slug,
        name: nameOfSlug(row.plan_slug),
        status: row.plan_slug === 'free' ? 'free' : 'active',
        entitlements: row.entitlements,
        trialEndsAt: null,
        paidUntil: null,
      },
    ]);
  }
}
