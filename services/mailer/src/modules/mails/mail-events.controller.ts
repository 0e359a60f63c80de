import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { mailEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import type { DataSource } from 'typeorm';
import { type MailCategory } from './mail-policy.ts';
import { MailQueue } from './mail-queue.ts';
import { Mails } from './mails.ts';

const { MailCategory: Contract } = mailEventsV1;

/** A category that this version does not know is treated as the one that is the easiest to stop. */
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

/** Mails that other services ask for. */
@Controller()
export class MailEventsController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly mails: Mails,
    private readonly queue: MailQueue,
  ) {}

  @OnEvent('mailer.mail_requested.v1')
  async onMailRequested(event: mailEventsV1.MailRequested): Promise<void> {
    await this.mails.add(this.dataSource, {
      id: event.mailId,
      category: CATEGORIES[event.category] ?? 'marketing',
      template: event.template,
      to: event.to,
      toName: event.toName,
      userId: UUID.test(event.userId) ? event.userId : null,
      variables: event.variables,
      sealedVariables: event.sealedVariables,
    });
    await this.queue.wake(event.mailId);
  }
}
