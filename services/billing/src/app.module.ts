import { type DynamicModule, Module } from '@nestjs/common';
import { readBusSettings } from '@palisade/messaging';
import { JobsModule } from '@palisade/messaging/jobs';
import { BacklogModule, EventsModule } from '@palisade/messaging/nest';
import { databaseModule, databaseReadiness, ServiceModule, serviceIdentity } from '@palisade/nest-kit';
import type { BillingConfig } from './config/config.ts';
import { ConnectionsModule } from './connections/connections.module.ts';
import { databaseOptions } from './database/database.ts';
import { accountDataModule } from './modules/account-data/account-data.module.ts';
import { AdminPlansModule } from './modules/admin-plans/admin-plans.module.ts';
import { AgreementsModule } from './modules/agreements/agreements.module.ts';
import { BandwidthModule } from './modules/bandwidth/bandwidth.module.ts';
import { CheckoutModule } from './modules/checkout/checkout.module.ts';
import { CustomersModule } from './modules/customers/customers.module.ts';
import { InvoicesModule } from './modules/invoices/invoices.module.ts';
import { OrderStoreModule } from './modules/order-store/order-store.module.ts';
import { OrdersModule } from './modules/orders/orders.module.ts';
import { PaymentsModule } from './modules/payments/payments.module.ts';
import { PayPalModule } from './modules/paypal/paypal.module.ts';
import { PlansModule } from './modules/plans/plans.module.ts';
import { RenewalsModule } from './modules/renewals/renewals.module.ts';
import { SettlementModule } from './modules/settlement/settlement.module.ts';
import { StatsModule } from './modules/stats/stats.module.ts';
import { SubscriptionsModule } from './modules/subscriptions/subscriptions.module.ts';

@Module({})
export class AppModule {
  static forRoot(config: BillingConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ServiceModule.forRoot({
          ...serviceIdentity('billing', config),
          readiness: databaseReadiness(),
        }),
        databaseModule(databaseOptions(config)),
        ConnectionsModule.forRoot(config),
        EventsModule.forRoot({
          service: 'billing',
          bus: readBusSettings(config.PALISADE_BUS_REDIS_URL, config),
          outbox: { databaseUrl: config.PALISADE_DATABASE_URL, schema: 'billing' },
        }),
        JobsModule.forRoot({ redisUrl: config.PALISADE_QUEUE_REDIS_URL }),
        accountDataModule,
        AgreementsModule,
        BacklogModule.forService({ tag: 'admin-billing', path: 'admin/billing', name: 'Billing' }),
        BandwidthModule,
        CheckoutModule,
        CustomersModule,
        InvoicesModule,
        OrdersModule,
        OrderStoreModule,
        PaymentsModule,
        PayPalModule,
        AdminPlansModule,
        PlansModule,
        RenewalsModule,
        SettlementModule,
        StatsModule,
        SubscriptionsModule,
      ],
    };
  }
}
