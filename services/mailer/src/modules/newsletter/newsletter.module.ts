import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { LinksModule } from '../links/links.module.ts';
import { MailsModule } from '../mails/mails.module.ts';
import { SuppressionsModule } from '../suppressions/suppressions.module.ts';
import { MailerGrpcController } from './mailer-grpc.controller.ts';
import { NewsletterController } from './newsletter.controller.ts';
import { SubscriberListService } from './subscriber-list.service.ts';
import { SubscribersController } from './subscribers.controller.ts';
import { SubscribersService } from './subscribers.service.ts';

/** The mailing list. */
@Module({
  imports: [LinksModule, MailsModule, SuppressionsModule],
  controllers: [MailerGrpcController, NewsletterController, SubscribersController],
  providers: [AuditLogger, SubscriberListService, SubscribersService],
})
export class NewsletterModule {}
