import { Module } from '@nestjs/common';
import { SubscriptionChangesService } from './subscription-changes.service.ts';
import { SubscriptionsService } from './subscriptions.service.ts';
import { TrialsService } from './trials.service.ts';

@Module({
  providers: [SubscriptionChangesService, SubscriptionsService, TrialsService],
  exports: [SubscriptionChangesService, SubscriptionsService, TrialsService],
})
export class SubscriptionsModule {}
