import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { TemplatingModule } from '../../templating/renderer/templating.module.ts';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { DeliveryModule } from '../delivery/delivery.module.ts';
import { LinksModule } from '../links/links.module.ts';
import { SuppressionsModule } from '../suppressions/suppressions.module.ts';
import { InvoiceAttachmentService } from './invoice-attachment.service.ts';
import { MailPolicyService } from './mail-policy.service.ts';
import { MailQueueService } from './mail-queue.service.ts';
import { MailSenderService } from './mail-sender.service.ts';
import { MailsController } from './mails.controller.ts';
import { MailsService } from './mails.service.ts';
import { ReportAttachmentService } from './report-attachment.service.ts';

/** Single mails: stored, queued, sent or withheld. */
@Module({
  imports: [AccountsModule, DeliveryModule, LinksModule, SuppressionsModule, TemplatingModule],
  controllers: [MailsController],
  providers: [
    AuditLogger,
    InvoiceAttachmentService,
    MailPolicyService,
    MailQueueService,
    MailSenderService,
    MailsService,
    ReportAttachmentService,
  ],
  exports: [MailQueueService, MailsService],
})
export class MailsModule {}
