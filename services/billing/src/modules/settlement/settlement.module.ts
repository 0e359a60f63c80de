import { Module } from '@nestjs/common';
import { InvoicesModule } from '../invoices/invoices.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { SettlementService } from './settlement.service.ts';

@Module({
  imports: [InvoicesModule, SubscriptionsModule],
  providers: [SettlementService],
  exports: [SettlementService],
})
export class SettlementModule {}
