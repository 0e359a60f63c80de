import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { NotificationsModule } from '../notifications/notifications.module.ts';
import { AccountMailsService } from './account-mails.service.ts';
import { AlertEventsController } from './alert-events.controller.ts';
import { CustomerEventsController } from './customer-events.controller.ts';
import { OwnershipEventsController } from './ownership-events.controller.ts';

/** Mails caused by other services' events. */
@Module({
  imports: [AccountsModule, MailsModule, NotificationsModule],
  controllers: [AlertEventsController, CustomerEventsController, OwnershipEventsController],
  providers: [AccountMailsService],
  exports: [AccountMailsService],
})
export class EventMailsModule {}
