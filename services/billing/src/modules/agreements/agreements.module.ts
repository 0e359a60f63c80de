import { Module } from '@nestjs/common';
import { OrderStoreModule } from '../order-store/order-store.module.ts';
import { PayPalModule } from '../paypal/paypal.module.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { AgreementsService } from './agreements.service.ts';
import { ClosedAccountsService } from './closed-accounts.service.ts';
import { PayPalPlansService } from './paypal-plans.service.ts';
import { SubscriptionMaintenanceService } from './subscription-maintenance.service.ts';

@Module({
  imports: [OrderStoreModule, PayPalModule, SettlementModule, SubscriptionsModule],
  providers: [AgreementsService, ClosedAccountsService, PayPalPlansService, SubscriptionMaintenanceService],
  exports: [AgreementsService, ClosedAccountsService, SubscriptionMaintenanceService],
})
export class AgreementsModule {}
