import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { billingEventsV1, type domainEventsV1, type userEventsV1 } from '@palisade/contracts';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import type { DataSource } from 'typeorm';
import { Accounts } from '../accounts/accounts.ts';
import type { MailTemplate } from '../templating/mail-texts.ts';
import type { MailCategory } from './mail-policy.ts';
import { MailQueue } from './mail-queue.ts';
import { Mails } from './mails.ts';

const { PlanChangeReason: Reason } = billingEventsV1;

/** Which changes of a plan are worth a mail. A payment has a mail of its own, and registering has its welcome. */
const PLAN_MAILS: Readonly<Partial<Record<billingEventsV1.PlanChangeReason, MailTemplate>>> = {
  [Reason.TRIAL_STARTED]: 'trial_started',
  [Reason.TRIAL_ENDED]: 'plan_expired',
  [Reason.CANCELLED]: 'subscription_cancelled',
  [Reason.EXPIRED]: 'plan_expired',
  [Reason.ADMIN]: 'plan_changed',
};

/** Mails that follow from what happened elsewhere. The event's id is the mail's: one fact, one mail. */
@Controller()
export class FactMailsController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly mails: Mails,
    private readonly queue: MailQueue,
  ) {}

  @OnEvent('auth.user_email_confirmed.v1')
  onEmailConfirmed(event: userEventsV1.UserEmailConfirmed): Promise<void> {
    return this.toUser(`welcome-${event.userId}`, event.userId, 'account', 'welcome', {});
  }

  @OnEvent('billing.order_paid.v1')
  async onOrderPaid(event: billingEventsV1.OrderPaid, { event: { id } }: EventContext): Promise<void> {
    const account = event.userId ? await this.accounts.byId(event.userId) : null;
    const address = event.email || account?.email;
    if (!address) return;
    await this.send(id, {
      category: 'billing',
      template: 'payment_received',
      to: address,
      toName: account ? nameOf(account) : '',
      userId: event.userId,
      variables: {
        order_number: event.orderNumber,
        plan: capitalised(event.planSlug),
        billing_period: event.billingPeriod,
        amount: money(event.amountCents, event.currency),
        paid_at: day(event.paidAt ? new Date(Number(event.paidAt.seconds) * 1000) : new Date()),
      },
    });
  }

  @OnEvent('billing.order_refunded.v1')
  onOrderRefunded(event: billingEventsV1.OrderRefunded, { event: { id } }: EventContext): Promise<void> {
    const variables = { amount: money(event.amountCents, event.currency) };
    return this.toUser(id, event.userId, 'billing', 'payment_refunded', variables);
  }

  @OnEvent('billing.user_plan_changed.v1')
  async onPlanChanged(
    event: billingEventsV1.UserPlanChanged,
    { event: { id } }: EventContext,
  ): Promise<void> {
    const template = PLAN_MAILS[event.reason];
    if (!template || event.planSlug === event.previousPlanSlug) return;
    await this.toUser(id, event.userId, 'billing', template, {
      plan: capitalised(event.planSlug),
      previous_plan: capitalised(event.previousPlanSlug),
    });
  }

  @OnEvent('domains.domain_added.v1')
  onDomainAdded(event: domainEventsV1.DomainAdded, { event: { id } }: EventContext): Promise<void> {
    return this.toUser(id, event.ownerId, 'domains', 'domain_added', { domain: event.domainName });
  }

  @OnEvent('domains.domain_verified.v1')
  onDomainVerified(event: domainEventsV1.DomainVerified, { event: { id } }: EventContext): Promise<void> {
    return this.toUser(id, event.ownerId, 'domains', 'domain_verified', { domain: event.domainName });
  }

  /** Whoever has no account any more gets no mail. */
  private async toUser(
    mailId: string,
    userId: string,
    category: MailCategory,
    template: MailTemplate,
    variables: Record<string, string>,
  ): Promise<void> {
    const account = userId ? await this.accounts.byId(userId) : null;
    if (!account) return;
    await this.send(mailId, {
      category,
      template,
      to: account.email,
      toName: nameOf(account),
      userId,
      variables,
    });
  }

  private async send(id: string, mail: Omit<Parameters<Mails['add']>[1], 'id'>): Promise<void> {
    await this.mails.add(this.dataSource, { id, ...mail });
    await this.queue.wake(id);
  }
}

const nameOf = (account: { full_name: string; username: string }): string =>
  account.full_name || account.username;
const capitalised = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1);
const day = (date: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
const money = (cents: bigint, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(cents) / 100);
