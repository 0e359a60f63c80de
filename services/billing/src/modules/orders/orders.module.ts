import { Module } from '@nestjs/common';
import { OrderStoreModule } from '../order-store/order-store.module.ts';
import { PaymentsModule } from '../payments/payments.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { GuestPaymentsService } from './guest-payments.service.ts';
import { OrdersController } from './orders.controller.ts';
import { OrdersService } from './orders.service.ts';

@Module({
  imports: [OrderStoreModule, PaymentsModule, PlansModule, SettlementModule],
  controllers: [OrdersController],
  providers: [GuestPaymentsService, OrdersService],
  exports: [GuestPaymentsService, OrdersService],
})
export class OrdersModule {}
