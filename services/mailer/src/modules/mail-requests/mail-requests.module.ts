import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { NotificationsModule } from '../notifications/notifications.module.ts';
import { MailRequestsEventsController } from './mail-requests-events.controller.ts';

/** Mails requested by other services. */
@Module({
  imports: [AccountsModule, MailsModule, NotificationsModule],
  controllers: [MailRequestsEventsController],
})
export class MailRequestsModule {}
