import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.ts';
import { BandwidthModule } from '../bandwidth/bandwidth.module.ts';
import { InvoicesModule } from '../invoices/invoices.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { BillingGrpcController } from './billing-grpc.controller.ts';
import { SubscriptionsController } from './subscriptions.controller.ts';
import { UsersEventsController } from './users-events.controller.ts';

@Module({
  imports: [
    AgreementsModule,
    BandwidthModule,
    InvoicesModule,
    OrdersModule,
    PlansModule,
    SubscriptionsModule,
  ],
  controllers: [BillingGrpcController, SubscriptionsController, UsersEventsController],
})
export class CustomersModule {}
