import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { billingEventsV1, type domainEventsV1, type userEventsV1 } from '@palisade/contracts';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import { formatDay, formatMoney } from '../../templating/format.ts';
import type { MailTemplate } from '../../templating/texts/mail-texts.ts';
import { AccountsService, nameOf } from '../accounts/accounts.service.ts';
import { AccountMailsService } from './account-mails.service.ts';

const { PlanChangeReason: Reason } = billingEventsV1;

/** Changes of a plan that cause a mail. Payments and registrations have mails of their own. */
const PLAN_MAILS: Readonly<Partial<Record<billingEventsV1.PlanChangeReason, MailTemplate>>> = {
  [Reason.TRIAL_STARTED]: 'trial_started',
  [Reason.TRIAL_ENDED]: 'plan_expired',
  [Reason.CANCELLED]: 'subscription_cancelled',
  [Reason.EXPIRED]: 'plan_expired',
  [Reason.ADMIN]: 'plan_changed',
};

/** Mails caused by other services' events. The event's id is the mail's: one event, one mail. */
@Controller()
export class CustomerEventsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly outbound: AccountMailsService,
  ) {}

  @OnEvent('auth.user_email_confirmed.v1')
  onEmailConfirmed(event: userEventsV1.UserEmailConfirmed): Promise<void> {
    return this.outbound.toUser(`welcome-${event.userId}`, event.userId, 'account', 'welcome', {});
  }

  @OnEvent('billing.order_paid.v1')
  async onOrderPaid(event: billingEventsV1.OrderPaid, { event: { id } }: EventContext): Promise<void> {
    const account = event.userId ? await this.accounts.byId(event.userId) : null;
    const address = event.email || account?.email;
    if (!address) return;
    await this.outbound.send(id, {
      category: 'billing',
      // A guest's payment belongs to nobody until the account exists.
      template: event.userId ? 'payment_received' : 'guest_payment_received',
      to: address,
      toName: account ? nameOf(account) : '',
      userId: event.userId,
      variables: {
        order_number: event.orderNumber,
        plan: capitalised(event.planSlug),
        plan_slug: event.planSlug,
        billing_period: event.billingPeriod,
        amount: formatMoney(event.amountCents, event.currency),
        paid_at: formatDay(event.paidAt ? timestampDate(event.paidAt) : new Date()),
        order_id: event.orderId,
      },
    });
  }

  @OnEvent('billing.order_refunded.v1')
  async onOrderRefunded(
    event: billingEventsV1.OrderRefunded,
    { event: { id } }: EventContext,
  ): Promise<void> {
    const account = event.userId ? await this.accounts.byId(event.userId) : null;
    const address = account?.email ?? event.email;
    if (!address) return;
    await this.outbound.send(id, {
      category: 'billing',
      template: 'payment_refunded',
      to: address,
      toName: account ? nameOf(account) : '',
      userId: event.userId,
      variables: { amount: formatMoney(event.amountCents, event.currency) },
    });
  }

  @OnEvent('billing.user_plan_changed.v1')
  async onPlanChanged(
    event: billingEventsV1.UserPlanChanged,
    { event: { id } }: EventContext,
  ): Promise<void> {
    const template = PLAN_MAILS[event.reason];
    if (!template || event.planSlug === event.previousPlanSlug) return;
    await this.outbound.toUser(id, event.userId, 'billing', template, {
      plan: event.planName || capitalised(event.planSlug),
      previous_plan: capitalised(event.previousPlanSlug),
    });
  }

  @OnEvent('domains.domain_added.v1')
  onDomainAdded(event: domainEventsV1.DomainAdded, { event: { id } }: EventContext): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'domain_added', { domain: event.domainName });
  }

  @OnEvent('domains.domain_verified.v1')
  onDomainVerified(event: domainEventsV1.DomainVerified, { event: { id } }: EventContext): Promise<void> {
    return this.outbound.toUser(id, event.ownerId, 'domains', 'domain_verified', {
      domain: event.domainName,
    });
  }
}

const capitalised = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1);
