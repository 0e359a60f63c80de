import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Accounts } from '../accounts/accounts.ts';
import type { MailTemplate } from '../templating/mail-texts.ts';
import type { MailCategory } from './mail-policy.ts';
import { MailQueue } from './mail-queue.ts';
import { Mails, type NewMail } from './mails.ts';

/** Mails to the owners of accounts, named by what they follow from: the same id twice is one mail. */
@Injectable()
export class AccountMails {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly accounts: Accounts,
    private readonly mails: Mails,
    private readonly queue: MailQueue,
  ) {}

  /** Whoever has no account any more gets no mail. */
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
    await this.queue.wake(id);
  }
}

export const nameOf = (account: { full_name: string; username: string }): string =>
  account.full_name || account.username;
