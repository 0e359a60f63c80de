import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DomainError } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import {
  AUTH,
  type AuthClient,
  DOMAINS,
  type DomainsClient,
  MAILER,
  type MailerClient,
} from '../../connections/connections.module.ts';
import { FREE_PLAN_ID } from '../plans/plan.entity.ts';

export const statsSchema = z
  .object({
    /** `null`: auth does not answer. */
    total_users: z.int().nullable(),
    total_domains: z.int().nullable(),
    total_subscribers: z.int().nullable(),
    /** Monthly recurring revenue of the current subscriptions. */
    mrr: z.number(),
    arr: z.number(),
    currency: z.string(),
    /** Users by plan slug; without the free plan while auth does not answer. */
    plan_distribution: z.record(z.string(), z.int()),
    /** Users with a trial. */
    trials: z.int(),
  })
  .meta({ id: 'AdminStats' });
export type Stats = z.infer<typeof statsSchema>;

interface PlanRow {
  id: number;
  slug: string;
  users: number;
}

@Injectable()
export class StatsService {
  private readonly logger = new Logger(StatsService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(DOMAINS) private readonly domains: DomainsClient,
    @Inject(MAILER) private readonly mailer: MailerClient,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  async overview(): Promise<Stats> {
    const [users, domains, subscribers, plans, revenue] = await Promise.all([
      this.count(async () => (await this.auth.countUsers({})).total),
      this.count(async () => (await this.domains.countDomains({})).total),
      this.count(async () => (await this.mailer.countSubscribers({})).total),
      this.usersByPlan(),
      this.revenue(),
    ]);
    const mrr = Math.round(revenue.monthlyCents) / 100;
    return {
      total_users: users,
      total_domains: domains,
      total_subscribers: subscribers,
      mrr,
      arr: Math.round(revenue.monthlyCents * 12) / 100,
      currency: this.config.PALISADE_CURRENCY,
      plan_distribution: distribution(plans, users),
      trials: revenue.trials,
    };
  }

  private usersByPlan(): Promise<PlanRow[]> {
    return this.dataSource.query(
      `SELECT p.id, p.slug, count(s.user_id)::int AS users FROM plans p LEFT JOIN subscriptions s ON s.plan_id = p.id
       GROUP BY p.id ORDER BY p.price_cents, p.id`,
    );
  }

  private async revenue(): Promise<{ monthlyCents: number; trials: number }> {
    const [row]: { monthly: string; trials: number }[] = await this.dataSource.query(
      `SELECT coalesce(sum(CASE s.billing_period WHEN 'yearly' THEN price_cents / 12.0 ELSE price_cents END)
                FILTER (WHERE s.status = 'active' AND paid_until > now() AND o.currency = $1), 0) AS monthly,
              count(*) FILTER (WHERE s.status = 'trial')::int AS trials
       FROM subscriptions s LEFT JOIN orders o ON o.id = s.order_id`,
      // Amounts in the currency of an earlier setting cannot be added.
      [this.config.PALISADE_CURRENCY],
    );
    return { monthlyCents: Number(row?.monthly ?? 0), trials: row?.trials ?? 0 };
  }

  private async count(ask: () => Promise<bigint>): Promise<number | null> {
    try {
      return Number(await ask());
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ err: error }, 'reading a statistic failed');
      return null;
    }
  }
}

/**
 * Users without another plan have the free one, including accounts that billing does not know. Its subscriptions are
 * not counted, as deleted accounts are among them.
 */
function distribution(plans: readonly PlanRow[], users: number | null): Record<string, number> {
  const onOthers = plans.reduce((sum, plan) => sum + (plan.id === FREE_PLAN_ID ? 0 : plan.users), 0);
  return Object.fromEntries(
    plans.flatMap((plan): [string, number][] => {
      if (plan.id !== FREE_PLAN_ID) return [[plan.slug, plan.users]];
      return users === null ? [] : [[plan.slug, Math.max(0, users - onOthers)]];
    }),
  );
}
