import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailEventsV1, mailRequestRule } from '@palisade/contracts';
import { EventRefusedError } from '@palisade/messaging';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import type { DataSource } from 'typeorm';
import { isMailTemplate } from '../../templating/texts/mail-texts.ts';
import { AccountsService, nameOf } from '../accounts/accounts.service.ts';
import { MailQueueService } from '../mails/mail-queue.service.ts';
import type { MailCategory } from '../mails/mails.service.ts';
import { MailsService } from '../mails/mails.service.ts';
import { NotificationsService } from '../notifications/notifications.service.ts';

const { MailCategory: Contract } = mailEventsV1;

/** A category that this version does not know is treated as the one that is easiest to stop. */
const CATEGORIES: Readonly<Record<mailEventsV1.MailCategory, MailCategory>> = {
  [Contract.UNSPECIFIED]: 'marketing',
  [Contract.ACCOUNT]: 'account',
  [Contract.BILLING]: 'billing',
  [Contract.DOMAINS]: 'domains',
  [Contract.ATTACKS]: 'attacks',
  [Contract.REPORTS]: 'reports',
  [Contract.MARKETING]: 'marketing',
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Mails requested by other services. */
@Controller()
export class MailRequestsEventsController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly mails: MailsService,
    private readonly queue: MailQueueService,
    private readonly accounts: AccountsService,
    private readonly notifications: NotificationsService,
  ) {}

  /** @throws EventRefusedError where the requesting service may not send this mail */
  @OnEvent('mailer.mail_requested.v1')
  async onMailRequested(
    request: mailEventsV1.MailRequested,
    { event: { source } }: EventContext<'mailer.mail_requested.v1'>,
  ): Promise<void> {
    const recipient = await this.recipientOf(request, source);
    if (recipient === null) return;
    const mail = {
      id: request.mailId,
      category: CATEGORIES[request.category] ?? 'marketing',
      template: request.template,
      ...recipient,
      userId: UUID.test(request.userId) ? request.userId : null,
      variables: request.variables,
    };
    await this.mails.add(this.dataSource, { ...mail, sealedVariables: request.sealedVariables });
    await this.notifications.record(this.dataSource, mail);
    await this.queue.wake(request.mailId);
  }

  /** @returns null for an account that no longer exists */
  private async recipientOf(
    { template, to, toName, userId }: mailEventsV1.MailRequested,
    source: string,
  ): Promise<{ to: string; toName: string } | null> {
    // Perhaps of a newer version: stored as a failed mail, since there is no text that it could abuse.
    if (!isMailTemplate(template)) return { to, toName };
    const rule = mailRequestRule(source, template);
    if (rule === null) throw new EventRefusedError(`${source} has no business with the mail "${template}"`);
    if (rule.recipient === 'named') return { to, toName };
    const account = UUID.test(userId) ? await this.accounts.byId(userId) : null;
    return account && { to: account.email, toName: nameOf(account) };
  }
}
