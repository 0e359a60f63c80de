import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { AUTH, type AuthClient, BILLING, type BillingClient } from '../../connections/connections.module.ts';
import type { CampaignRow } from './campaign-row.types.ts';
import { splitAddresses } from './custom-emails.ts';

export interface Recipient {
  email: string;
  variables: Record<string, string>;
  /**
   * The account that the recipient belongs to, whose settings apply until the mail is sent; null: a subscriber, or an
   * address that was entered.
   */
  user_id: string | null;
}

export interface ResolvedAudience {
  recipients: Recipient[];
  /** Reason → number of people left out for it. */
  leftOut: Record<string, number>;
}

/** Maximum users per request to auth and billing. */
const CHUNK = 1_000;

/** The recipients of a campaign, determined once when it begins. Each address once, whatever it qualifies by. */
@Injectable()
export class AudienceService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(AUTH) private readonly auth: AuthClient,
    @Inject(BILLING) private readonly billing: BillingClient,
  ) {}

  /** @throws DomainError if auth or billing is unavailable: better no campaign than one to the wrong people */
  async resolve(campaign: CampaignRow): Promise<ResolvedAudience> {
    const leftOut: Record<string, number> = {};
    const found = new Map<string, Recipient>();
    const add = (recipient: Recipient) => {
      const email = recipient.email.toLowerCase();
      if (!found.has(email)) found.set(email, { ...recipient, email });
    };
    const audience = campaign.target_audience;
    if (audience === 'custom') {
      for (const email of splitAddresses(campaign.custom_emails).addresses)
        add({ email, variables: { email }, user_id: null });
    }
    if (audience === 'newsletter' || audience === 'all') for (const one of await this.subscribers()) add(one);
    if (audience === 'plans' || audience === 'all') {
      const isMeant = audience === 'plans' ? plansMeant(campaign.target_plans) : () => true;
      for (const one of await this.accounts(isMeant, leftOut)) add(one);
    }
    const suppressed = await queryRows<{ email: string; cause: string }>(
      this.dataSource,
      'SELECT email, cause FROM suppressions',
    );
    for (const { email, cause } of suppressed) {
      if (found.delete(email)) leftOut[cause] = (leftOut[cause] ?? 0) + 1;
    }
    return { recipients: [...found.values()], leftOut };
  }

  private async subscribers(): Promise<Recipient[]> {
    const found = await queryRows<{ email: string; first_name: string; last_name: string }>(
      this.dataSource,
      'SELECT email, first_name, last_name FROM subscribers WHERE is_subscribed ORDER BY id',
    );
    return found.map(({ email, first_name, last_name }) => ({
      email,
      variables: { email, first_name, last_name, full_name: `${first_name} ${last_name}`.trim() },
      user_id: null,
    }));
  }

  /** The mailer's copy lists the accounts; auth and billing give their current state. */
  private async accounts(
    isMeant: (planSlug: string) => boolean,
    leftOut: Record<string, number>,
  ): Promise<Recipient[]> {
    const known = await queryRows<{ user_id: string }>(
      this.dataSource,
      'SELECT user_id FROM accounts WHERE is_active ORDER BY user_id',
    );
    const recipients: Recipient[] = [];
    const leave = (reason: string) => {
      leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    };
    for (let start = 0; start < known.length; start += CHUNK) {
      const ids = known.slice(start, start + CHUNK).map((row) => row.user_id);
      const [{ users }, { plans: answers }] = await Promise.all([
        this.auth.getUsers({ ids }),
        this.billing.getUserPlans({ userIds: ids }),
      ]);
      const planOf = new Map(answers.map((plan) => [plan.userId, plan]));
      for (const user of users) {
        const plan = planOf.get(user.id);
        if (!isMeant(plan?.planSlug ?? FREE)) continue;
        if (!user.isActive) leave('account_inactive');
        else if (!user.notifications?.marketingEmails) leave('marketing_emails_off');
        else {
          const [firstName = '', ...rest] = user.fullName.split(' ');
          recipients.push({
            email: user.email,
            user_id: user.id,
            variables: {
              email: user.email,
              first_name: firstName,
              last_name: rest.join(' '),
              full_name: user.fullName || user.username,
              plan: plan?.planName ?? '',
            },
          });
        }
      }
    }
    return recipients;
  }
}

const FREE = 'free';

/** The named plans, or every paid one. */
const plansMeant =
  (named: readonly string[]) =>
  (planSlug: string): boolean =>
    named.length > 0 ? named.includes(planSlug) : planSlug !== FREE;
