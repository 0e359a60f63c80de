import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/basics';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { FREE_PLAN_ID, Plan } from '../plans/plan.entity.ts';
import { AccountMarksService, domainMark, type Mark } from './account-marks.service.ts';
import { TRIAL_DAYS } from './periods.rules.ts';
import { freeTerms, SubscriptionChangesService } from './subscription-changes.service.ts';

/** A paid plan for fourteen days without a card, once per account, confirmed e-mail address and verified domain. */
@Injectable()
export class TrialsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly subscriptions: SubscriptionChangesService,
    private readonly marks: AccountMarksService,
  ) {}

  /** @throws DomainError forbidden `email_not_confirmed`; conflict `plan_already_paid`, `trial_used` */
  async start(userId: UserId, plan: Plan): Promise<void> {
    const mailboxUse = await this.mailboxOf(userId);
    await this.dataSource.transaction(async (manager) => {
      const subscription = await this.subscriptions.lock(manager, userId);
      if (subscription.status === 'active') {
        throw new DomainError('conflict', 'plan_already_paid', 'You already have a paid plan.');
      }
      // The account's own past first: by now it may have another address, and have given up its domains.
      if (await this.hasTried(manager, userId)) throw trialUsed();
      // The first use of any of them decides; a second trial loses on the table's key, also when both run at once.
      // Behind the lock: of a domain that is verified from now on, `domainVerified` hears after the trial has begun.
      for (const use of [mailboxUse, ...(await this.marks.domainsOf(userId))]) {
        if (!(await this.take(manager, use, userId))) throw trialUsed();
      }
      const trialEndsAt = new Date(Date.now() + TRIAL_DAYS * DAY_MS);
      await this.subscriptions.change(
        manager,
        subscription,
        { planId: plan.id, status: 'trial', trialEndsAt },
        'trial_started',
      );
    });
  }

  /** True while this user has not had a trial and has no paid plan. */
  async isOpenTo(userId: UserId): Promise<boolean> {
    const [row]: { used: boolean }[] = await this.dataSource.query(
      `SELECT EXISTS (SELECT FROM trial_uses WHERE user_id = $1)
           OR EXISTS (SELECT FROM subscriptions WHERE user_id = $1 AND plan_id <> $2) AS used`,
      [userId, FREE_PLAN_ID],
    );
    return row?.used === false;
  }

  /** Behind the subscription's lock, so that two starts at once do not both find nothing. */
  private async hasTried(manager: EntityManager, userId: UserId): Promise<boolean> {
    const uses: unknown[] = await manager.query('SELECT 1 FROM trial_uses WHERE user_id = $1 LIMIT 1', [
      userId,
    ]);
    return uses.length > 0;
  }

  /**
   * A domain verified during a trial uses up the domain's trial, too; if another account had it before, this trial
   * ends: otherwise a new address every fortnight would do.
   */
  async domainVerified(userId: UserId, domainName: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const subscription = await this.subscriptions.lock(manager, userId);
      if (subscription.status !== 'trial') return;
      if (await this.take(manager, domainMark(domainName), userId, 'also own')) return;
      await this.subscriptions.change(manager, subscription, freeTerms(), 'trial_ended');
    });
  }

  private async mailboxOf(userId: UserId): Promise<Mark> {
    const mark = await this.marks.mailboxOf(userId);
    // The trial of an address that is not confirmed would be gone for its owner.
    if (mark === null) {
      throw new DomainError(
        'forbidden',
        'email_not_confirmed',
        'Please confirm your email address first, with the link in the email that we sent you.',
      );
    }
    return mark;
  }

  private async take(
    manager: EntityManager,
    use: Mark,
    userId: UserId,
    own: 'refuse' | 'also own' = 'refuse',
  ) {
    const taken: unknown[] = await manager.query(
      `INSERT INTO trial_uses (kind, value_hash, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`,
      [use.kind, use.hash, userId],
    );
    if (taken.length > 0 || own === 'refuse') return taken.length > 0;
    const [mine]: unknown[] = await manager.query(
      'SELECT 1 FROM trial_uses WHERE kind = $1 AND value_hash = $2 AND user_id = $3',
      [use.kind, use.hash, userId],
    );
    return mine !== undefined;
  }
}

const trialUsed = () =>
  new DomainError(
    'conflict',
    'trial_used',
    'The free trial has already been used for this account, email address or domain.',
  );
