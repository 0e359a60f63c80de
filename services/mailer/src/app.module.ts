import { type DynamicModule, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { readBusSettings } from '@palisade/messaging';
import { AdminActs, EventsModule } from '@palisade/messaging/nest';
import { databaseModule, READINESS_CHECKS, type ReadinessCheck, ServiceModule } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import type { MailerConfig } from './config.ts';
import { ConnectionsModule, REDIS } from './connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { AccountsEvents } from './modules/accounts/accounts.events.ts';
import { Accounts } from './modules/accounts/accounts.ts';
import { BacklogController } from './modules/backlog/backlog.controller.ts';
import { BouncesController } from './modules/bounces/bounces.controller.ts';
import { Audience } from './modules/campaigns/audience.ts';
import { CampaignRunner } from './modules/campaigns/campaign-runner.ts';
import { CampaignStalls } from './modules/campaigns/campaign-stalls.ts';
import { CampaignsController } from './modules/campaigns/campaigns.controller.ts';
import { Campaigns } from './modules/campaigns/campaigns.ts';
import { RecipientClaims } from './modules/campaigns/recipient-claims.ts';
import { ContactController } from './modules/contact/contact.controller.ts';
import { Contact } from './modules/contact/contact.ts';
import { Delivery } from './modules/delivery/delivery.ts';
import { RateBucket } from './modules/delivery/rate-bucket.ts';
import { Wire } from './modules/delivery/wire.ts';
import { AccountMails } from './modules/mails/account-mails.ts';
import { AlertMailsController } from './modules/mails/alert-mails.controller.ts';
import { FactMailsController } from './modules/mails/fact-mails.controller.ts';
import { InvoiceAttachment } from './modules/mails/invoice-attachment.ts';
import { MailEventsController } from './modules/mails/mail-events.controller.ts';
import { MailPolicy } from './modules/mails/mail-policy.ts';
import { MailQueue } from './modules/mails/mail-queue.ts';
import { MailSender } from './modules/mails/mail-sender.ts';
import { MailsController } from './modules/mails/mails.controller.ts';
import { Mails } from './modules/mails/mails.ts';
import { OwnershipMailsController } from './modules/mails/ownership-mails.controller.ts';
import { MailerGrpcController } from './modules/newsletter/mailer.grpc.ts';
import { NewsletterController } from './modules/newsletter/newsletter.controller.ts';
import { SubscriberList } from './modules/newsletter/subscriber-list.ts';
import { SubscribersController } from './modules/newsletter/subscribers.controller.ts';
import { Subscribers } from './modules/newsletter/subscribers.ts';
import { SuppressionsController } from './modules/newsletter/suppressions.controller.ts';
import { Suppressions } from './modules/newsletter/suppressions.ts';
import { ServerChoice } from './modules/smtp/server-choice.ts';
import { SmtpController } from './modules/smtp/smtp.controller.ts';
import { SmtpServers } from './modules/smtp/smtp-servers.ts';
import { TemplatesController } from './modules/templates/templates.controller.ts';
import { MailRenderer } from './modules/templating/renderer.ts';

@Module({})
export class AppModule {
  static forRoot(config: MailerConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'mailer',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
          certificates: config.PALISADE_INTERNAL_CERTIFICATES,
          keysFile: config.PALISADE_KEYS_FILE,
          readiness: {
            provide: READINESS_CHECKS,
            inject: [getDataSourceToken(), REDIS],
            useFactory: (dataSource: DataSource, redis: Redis): ReadinessCheck[] => [
              { name: 'database', check: async () => void (await dataSource.query('SELECT 1')) },
              { name: 'redis', check: async () => void (await redis.ping()) },
            ],
          },
        }),
        databaseModule(databaseOptions(config)),
        ConnectionsModule.forRoot(config),
        EventsModule.forRoot({
          service: 'mailer',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'mailer' },
        }),
      ],
      controllers: [
        AccountsEvents,
        AlertMailsController,
        OwnershipMailsController,
        BacklogController,
        BouncesController,
        CampaignsController,
        ContactController,
        FactMailsController,
        MailEventsController,
        MailerGrpcController,
        MailsController,
        NewsletterController,
        SmtpController,
        SubscribersController,
        SuppressionsController,
        TemplatesController,
      ],
      providers: [
        AccountMails,
        Accounts,
        AdminActs,
        Audience,
        CampaignRunner,
        CampaignStalls,
        Campaigns,
        Contact,
        Delivery,
        InvoiceAttachment,
        MailPolicy,
        MailQueue,
        MailRenderer,
        MailSender,
        Mails,
        RateBucket,
        RecipientClaims,
        ServerChoice,
        SmtpServers,
        SubscriberList,
        Subscribers,
        Suppressions,
        Wire,
      ],
    };
  }
}
