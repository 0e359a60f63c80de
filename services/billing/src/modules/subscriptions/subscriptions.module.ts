import { Module } from '@nestjs/common';
import { PaymentHistoryRepository } from './payment-history.repository.ts';
import { SubscriptionChangesService } from './subscription-changes.service.ts';
import { SubscriptionsService } from './subscriptions.service.ts';
import { TrialsService } from './trials.service.ts';

@Module({
  providers: [PaymentHistoryRepository, SubscriptionChangesService, SubscriptionsService, TrialsService],
  exports: [PaymentHistoryRepository, SubscriptionChangesService, SubscriptionsService, TrialsService],
})
export class SubscriptionsModule {}
