import { Module } from '@nestjs/common';
import { AlertChannelsModule } from '../alert-channels/alert-channels.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { BacklogController } from './backlog.controller.ts';

/** What the service has still to do. */
@Module({
  imports: [AlertChannelsModule, MailsModule],
  controllers: [BacklogController],
})
export class BacklogModule {}
