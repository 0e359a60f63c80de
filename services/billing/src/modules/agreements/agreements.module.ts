import { Module } from '@nestjs/common';
import { OrdersModule } from '../orders/orders.module.ts';
import { PayPalModule } from '../paypal/paypal.module.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { AgreementsService } from './agreements.service.ts';
import { SubscriptionMaintenanceService } from './subscription-maintenance.service.ts';

@Module({
  imports: [OrdersModule, PayPalModule, SettlementModule],
  providers: [AgreementsService, SubscriptionMaintenanceService],
  exports: [AgreementsService, SubscriptionMaintenanceService],
})
export class AgreementsModule {}
