import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.ts';
import { BandwidthModule } from '../bandwidth/bandwidth.module.ts';
import { CheckoutModule } from '../checkout/checkout.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { PayPalModule } from '../paypal/paypal.module.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { RenewalsJob } from './renewals.job.ts';
import { RenewalsService } from './renewals.service.ts';
import { RetentionService } from './retention.service.ts';

@Module({
  imports: [
    AgreementsModule,
    BandwidthModule,
    CheckoutModule,
    OrdersModule,
    PaymentsModule,
    PayPalModule,
    SettlementModule,
    SubscriptionsModule,
  ],
  providers: [RenewalsJob, RenewalsService, RetentionService],
})
export class RenewalsModule {}
