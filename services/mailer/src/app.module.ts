import { type DynamicModule, Module } from '@nestjs/common';
import { readBusSettings } from '@palisade/messaging';
import { BacklogModule, EventsModule } from '@palisade/messaging/nest';
import { databaseModule, databaseReadiness, ServiceModule, serviceIdentity } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import type { MailerConfig } from './config/config.ts';
import { ConnectionsModule, REDIS } from './connections/connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { accountDataModule } from './modules/account-data/account-data.module.ts';
import { AccountsModule } from './modules/accounts/accounts.module.ts';
import { AdminSmtpModule } from './modules/admin-smtp/admin-smtp.module.ts';
import { AlertChannelsModule } from './modules/alert-channels/alert-channels.module.ts';
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
import { SuppressionsModule } from './modules/suppressions/suppressions.module.ts';
import { TemplatesModule } from './modules/templates/templates.module.ts';

@Module({})
export class AppModule {
  static forRoot(config: MailerConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          ...serviceIdentity('mailer', config),
          readiness: databaseReadiness({
            inject: [REDIS],
            checks: (redis: Redis) => [{ name: 'redis', check: async () => void (await redis.ping()) }],
          }),
        }),
        databaseModule(databaseOptions(config)),
        ConnectionsModule.forRoot(config),
        EventsModule.forRoot({
          service: 'mailer',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'mailer' },
        }),
        accountDataModule,
        AccountsModule,
        AlertChannelsModule,
        BacklogModule.forService({ tag: 'admin-smtp', path: 'admin/smtp', name: 'Mail' }),
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
        AdminSmtpModule,
        SuppressionsModule,
        TemplatesModule,
      ],
    };
  }
}
