import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { PayPalModule } from '../paypal/paypal.module.ts';
import { SettlementModule } from '../settlement/settlement.module.ts';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.ts';
import { GuaranteeUsesService } from './guarantee-uses.service.ts';
import { PaymentsService } from './payments.service.ts';
import { RefundsService } from './refunds.service.ts';

@Module({
  imports: [PayPalModule, SettlementModule, SubscriptionsModule],
  providers: [AuditLogger, GuaranteeUsesService, PaymentsService, RefundsService],
  exports: [PaymentsService, RefundsService],
})
export class PaymentsModule {}
