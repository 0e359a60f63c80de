import { Module } from '@nestjs/common';
import { AgreementsModule } from '../agreements/agreements.module.ts';
import { OrdersModule } from '../orders/orders.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { PayPalModule } from '../paypal/paypal.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { CheckoutService } from './checkout.service.ts';
import { MissedEventsService } from './missed-events.service.ts';
import { OrderOutcomesController } from './order-outcomes.controller.ts';
import { OrderOutcomesService } from './order-outcomes.service.ts';
import { PayPalController } from './paypal.controller.ts';
import { PlanChangesController } from './plan-changes.controller.ts';
import { PlanChangesService } from './plan-changes.service.ts';
import { UnknownPaymentsService } from './unknown-payments.service.ts';
import { WebhooksService } from './webhooks.service.ts';

@Module({
  imports: [
    AgreementsModule,
    OrdersModule,
    PaymentsModule,
    PayPalModule,
    PlansModule,
    SettlementModule,
    SubscriptionsModule,
  ],
  controllers: [OrderOutcomesController, PayPalController, PlanChangesController],
  providers: [
    CheckoutService,
    MissedEventsService,
    OrderOutcomesService,
    PlanChangesService,
    UnknownPaymentsService,
    WebhooksService,
  ],
  exports: [MissedEventsService],
})
export class CheckoutModule {}
