import type { billingEventsV1, billingV1 } from '@palisade/contracts';
import type { Entitlements } from './entitlements.ts';
import {
  completedEntitlements,
  type KnownPlan,
  nameOfSlug,
  planFromAnswer,
  planFromEvent,
} from './known-plan.ts';

/** What runs statements: a connection, or a transaction. */
export interface Queries {
  query<Result>(statement: string, values?: unknown[]): Promise<Result>;
}

/**
 * What `user_plans` lacks in a schema whose table is older, for a migration of the service that keeps one. A version of the
 * service from before writes neither of the columns.
 */
export const COMPLETE_USER_PLANS = `
  ALTER TABLE user_plans
    ADD COLUMN IF NOT EXISTS plan_name text NOT NULL DEFAULT '',
    ADD COLUMN IF NOT EXISTS updated_at timestamptz NOT NULL DEFAULT now();
  CREATE INDEX IF NOT EXISTS user_plans_slug ON user_plans (plan_slug);
`;

interface UserPlanRow {
  user_id: string;
  plan_slug: string;
  plan_name: string;
  entitlements: Partial<Entitlements>;
  revision: string;
}

/**
 * Copies of users' plans in `user_plans` of a service's own schema, from billing's events, and from its responses where
 * one was needed sooner. Of two, the higher revision is kept, in whichever order they arrive, and however often.
 */
export class UserPlansRepository {
  /** Billing's event. @throws Error if it lacks entitlements: it is redelivered, and becomes a dead letter */
  async takeChange(queries: Queries, change: billingEventsV1.UserPlanChanged): Promise<void> {
    const plan = planFromEvent(change);
    if (plan === null) throw new Error('a plan change without entitlements');
    await this.keep(queries, plan);
  }

  /** Billing's response about a user; `null` if it lacks entitlements. */
  async takeAnswer(queries: Queries, answer: billingV1.UserPlan | undefined): Promise<KnownPlan | null> {
    const plan = planFromAnswer(answer);
    if (plan !== null) await this.keep(queries, plan);
    return plan;
  }

  /** Users among them with a copy, in no particular order. */
  async ofMany(queries: Queries, userIds: readonly string[]): Promise<KnownPlan[]> {
    const rows = await queries.query<UserPlanRow[]>(
      'SELECT user_id, plan_slug, plan_name, entitlements, revision FROM user_plans WHERE user_id = ANY($1)',
      [userIds],
    );
    return rows.map((row) => ({
      userId: row.user_id,
      planSlug: row.plan_slug,
      planName: row.plan_name || nameOfSlug(row.plan_slug),
      entitlements: completedEntitlements(row.plan_slug, row.entitlements),
      revision: BigInt(row.revision),
    }));
  }

  async of(queries: Queries, userId: string): Promise<KnownPlan | null> {
    return (await this.ofMany(queries, [userId]))[0] ?? null;
  }

  async forget(queries: Queries, userId: string): Promise<void> {
    await queries.query('DELETE FROM user_plans WHERE user_id = $1', [userId]);
  }

  private async keep(queries: Queries, plan: KnownPlan): Promise<void> {
    await queries.query(
      `INSERT INTO user_plans AS known (user_id, plan_slug, plan_name, entitlements, revision)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id) DO UPDATE SET plan_slug = excluded.plan_slug, plan_name = excluded.plan_name,
         entitlements = excluded.entitlements, revision = excluded.revision, updated_at = now()
       WHERE known.revision < excluded.revision`,
      [
        plan.userId,
        plan.planSlug,
        plan.planName,
        JSON.stringify(plan.entitlements),
        plan.revision.toString(),
      ],
    );
  }
}
