import { Module } from '@nestjs/common';
import { AccountMarksService } from './account-marks.service.ts';
import { PaymentHistoryRepository } from './payment-history.repository.ts';
import { SubscriptionChangesService } from './subscription-changes.service.ts';
import { SubscriptionsService } from './subscriptions.service.ts';
import { TrialsService } from './trials.service.ts';

const SHARED = [
  AccountMarksService,
  PaymentHistoryRepository,
  SubscriptionChangesService,
  SubscriptionsService,
  TrialsService,
];

@Module({ providers: SHARED, exports: SHARED })
export class SubscriptionsModule {}
