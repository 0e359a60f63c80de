import { Module } from '@nestjs/common';
import { TemplatingModule } from '../../templating/renderer/templating.module.ts';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { NotificationsController } from './notifications.controller.ts';
import { NotificationsService } from './notifications.service.ts';

/** Owners' notifications in the dashboard. */
@Module({
  imports: [AccountsModule, TemplatingModule],
  controllers: [NotificationsController],
  providers: [NotificationsService],
  exports: [NotificationsService],
})
export class NotificationsModule {}
