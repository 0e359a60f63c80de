import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.ts';
import { OrderManagementModule } from '../order-management/order-management.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { PayPalModule } from '../paypal/paypal.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { CheckoutService } from './checkout.service.ts';
import { PayPalController } from './paypal.controller.ts';
import { WebhooksService } from './webhooks.service.ts';

@Module({
  imports: [
    AgreementsModule,
    OrderManagementModule,
    PaymentsModule,
    PayPalModule,
    PlansModule,
    SettlementModule,
  ],
  controllers: [PayPalController],
  providers: [CheckoutService, WebhooksService],
})
export class CheckoutModule {}
