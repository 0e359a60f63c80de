import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { MailTemplate } from '../../templating/texts/mail-texts.ts';
import { AccountsService, nameOf } from '../accounts/accounts.service.ts';
import { MailQueueService } from '../mails/mail-queue.service.ts';
import type { MailCategory } from '../mails/mails.service.ts';
import { MailsService, type NewMail } from '../mails/mails.service.ts';
import { NotificationsService } from '../notifications/notifications.service.ts';

/**
 * Mails and dashboard notifications for account owners, identified by their cause: the same id twice is one message.
 */
@Injectable()
export class AccountMailsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly mails: MailsService,
    private readonly queue: MailQueueService,
    private readonly notifications: NotificationsService,
  ) {}

  /** Closed accounts receive no mail. */
  async toUser(
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

  async send(id: string, mail: Omit<NewMail, 'id'>): Promise<void> {
    await this.mails.add(this.dataSource, { id, ...mail });
    await this.notifications.record(this.dataSource, { id, ...mail });
    await this.queue.wake(id);
  }
}
