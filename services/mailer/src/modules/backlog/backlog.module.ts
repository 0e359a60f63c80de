import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { BacklogController } from './backlog.controller.ts';

/** What the service has still to do. */
@Module({
  imports: [MailsModule],
  controllers: [BacklogController],
})
export class BacklogModule {}
