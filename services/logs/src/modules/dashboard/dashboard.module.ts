import { Module } from '@nestjs/common';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RequestLogsModule } from '../request-logs/request-logs.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { SearchModule } from '../search/search.module.ts';
import { DashboardController } from './dashboard.controller.ts';
import { DashboardService } from './dashboard.service.ts';

@Module({
  imports: [OwnershipModule, RequestLogsModule, RollUpsModule, SearchModule],
  controllers: [DashboardController],
  providers: [DashboardService],
  exports: [DashboardService],
})
export class DashboardModule {}
