import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { AnalyticsController } from './analytics.controller.ts';
import { AnalyticsService } from './analytics.service.ts';
import { BreakdownsService } from './breakdowns.service.ts';

@Module({
  imports: [LogStoreModule, OwnershipModule, RollUpsModule],
  controllers: [AnalyticsController],
  providers: [AnalyticsService, BreakdownsService],
})
export class AnalyticsModule {}
