import { type DynamicModule, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { readBusSettings } from '@palisade/messaging';
import { EventsModule } from '@palisade/messaging/nest';
import { databaseModule, READINESS_CHECKS, type ReadinessCheck, ServiceModule } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import type { MailerConfig } from './config/config.ts';
import { ConnectionsModule, REDIS } from './connections/connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { AccountsModule } from './modules/accounts/accounts.module.ts';
import { AlertChannelsModule } from './modules/alert-channels/alert-channels.module.ts';
import { BacklogModule } from './modules/backlog/backlog.module.ts';
import { BouncesModule } from './modules/bounces/bounces.module.ts';
import { CampaignsModule } from './modules/campaigns/campaigns.module.ts';
import { ContactModule } from './modules/contact/contact.module.ts';
import { DeliveryModule } from './modules/delivery/delivery.module.ts';
import { EventMailsModule } from './modules/event-mails/event-mails.module.ts';
import { LinksModule } from './modules/links/links.module.ts';
import { MailRequestsModule } from './modules/mail-requests/mail-requests.module.ts';
import { MailsModule } from './modules/mails/mails.module.ts';
import { NewsletterModule } from './modules/newsletter/newsletter.module.ts';
import { NotificationsModule } from './modules/notifications/notifications.module.ts';
import { SmtpModule } from './modules/smtp/smtp.module.ts';
import { SmtpAdminModule } from './modules/smtp-admin/smtp-admin.module.ts';
import { SuppressionsModule } from './modules/suppressions/suppressions.module.ts';
import { TemplatesModule } from './modules/templates/templates.module.ts';

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
          tracing: config,
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
        AccountsModule,
        AlertChannelsModule,
        BacklogModule,
        BouncesModule,
        CampaignsModule,
        ContactModule,
        DeliveryModule,
        EventMailsModule,
        LinksModule,
        MailRequestsModule,
        MailsModule,
        NewsletterModule,
        NotificationsModule,
        SmtpModule,
        SmtpAdminModule,
        SuppressionsModule,
        TemplatesModule,
      ],
    };
  }
}
