import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { AlertChannelsModule } from '../alert-channels/alert-channels.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { BacklogController } from './backlog.controller.ts';
import { FailedWorkController } from './failed-work.controller.ts';

/** What the service has still to do. */
@Module({
  imports: [AlertChannelsModule, MailsModule],
  controllers: [BacklogController, FailedWorkController],
  providers: [AuditLogger],
})
export class BacklogModule {}
