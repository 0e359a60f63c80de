import { Module } from '@nestjs/common';
import { MailRequestsService } from './mail-requests.service.ts';

/** Asks the mailer for mails about accounts. */
@Module({
  providers: [MailRequestsService],
  exports: [MailRequestsService],
})
export class MailRequestsModule {}
