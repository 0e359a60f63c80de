import { type DynamicModule, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { readBusSettings } from '@palisade/messaging';
import { AdminActs, EventsModule } from '@palisade/messaging/nest';
import { databaseModule, READINESS_CHECKS, type ReadinessCheck, ServiceModule } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import type { BillingConfig } from './config.ts';
import { ConnectionsModule } from './connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { AgreementCare } from './modules/agreements/agreement-care.ts';
import { AgreementsService } from './modules/agreements/agreements.service.ts';
import { PayPalSubscriptionsClient } from './modules/agreements/paypal-subscriptions-client.ts';
import { BacklogController } from './modules/backlog/backlog.controller.ts';
import { BandwidthEvents } from './modules/bandwidth/bandwidth.events.ts';
import { BandwidthService } from './modules/bandwidth/bandwidth.service.ts';
import { InvoicesController } from './modules/invoices/invoices.controller.ts';
import { InvoicesService } from './modules/invoices/invoices.service.ts';
import { OrdersController } from './modules/orders/orders.controller.ts';
import { OrdersService } from './modules/orders/orders.service.ts';
import { Settlement } from './modules/orders/settlement.ts';
import { CheckoutService } from './modules/paypal/checkout.service.ts';
import { PaymentsService } from './modules/paypal/payments.service.ts';
import { PayPalController } from './modules/paypal/paypal.controller.ts';
import { PayPalClient } from './modules/paypal/paypal-client.ts';
import { RefundsService } from './modules/paypal/refunds.service.ts';
import { WebhooksService } from './modules/paypal/webhooks.service.ts';
import { AdminPlansController } from './modules/plans/admin-plans.controller.ts';
import { PlansController } from './modules/plans/plans.controller.ts';
import { PlansService } from './modules/plans/plans.service.ts';
import { RenewalsSchedule } from './modules/renewals/renewals.schedule.ts';
import { RenewalsService } from './modules/renewals/renewals.service.ts';
import { RetentionService } from './modules/renewals/retention.service.ts';
import { StatsController } from './modules/stats/stats.controller.ts';
import { StatsService } from './modules/stats/stats.service.ts';
import { BillingGrpcController } from './modules/subscriptions/billing.grpc.ts';
import { SubscriptionWriter } from './modules/subscriptions/subscription-writer.ts';
import { SubscriptionsController } from './modules/subscriptions/subscriptions.controller.ts';
import { SubscriptionsService } from './modules/subscriptions/subscriptions.service.ts';
import { TrialsService } from './modules/subscriptions/trials.service.ts';
import { UsersEvents } from './modules/subscriptions/users.events.ts';

@Module({})
export class AppModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          name: 'billing',
          privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
          publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
          certificates: config.PALISADE_INTERNAL_CERTIFICATES,
          keysFile: config.PALISADE_KEYS_FILE,
          readiness: {
            provide: READINESS_CHECKS,
            inject: [getDataSourceToken()],
            useFactory: (dataSource: DataSource): ReadinessCheck[] => [
              { name: 'database', check: async () => void (await dataSource.query('SELECT 1')) },
            ],
          },
        }),
        databaseModule(databaseOptions(config)),
        ConnectionsModule.forRoot(config),
        EventsModule.forRoot({
          service: 'billing',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'billing' },
        }),
      ],
      controllers: [
        BacklogController,
        PlansController,
        SubscriptionsController,
        AdminPlansController,
        OrdersController,
        PayPalController,
        InvoicesController,
        StatsController,
        BillingGrpcController,
        UsersEvents,
        BandwidthEvents,
      ],
      providers: [
        AdminActs,
        AgreementCare,
        AgreementsService,
        BandwidthService,
        CheckoutService,
        InvoicesService,
        OrdersService,
        PaymentsService,
        PayPalClient,
        PayPalSubscriptionsClient,
        PlansService,
        RefundsService,
        RenewalsSchedule,
        RenewalsService,
        RetentionService,
        Settlement,
        StatsService,
        SubscriptionWriter,
        SubscriptionsService,
        TrialsService,
        WebhooksService,
      ],
    };
  }
}
