import { Module } from '@nestjs/common';
import { DashboardModule } from '../dashboard/dashboard.module.ts';
import { NowModule } from '../now/now.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { LiveController } from './live.controller.ts';
import { LiveRepository } from './live.repository.ts';
import { LiveOverviewService } from './live-overview.service.ts';

@Module({
  imports: [DashboardModule, NowModule, OwnershipModule],
  controllers: [LiveController],
  providers: [LiveOverviewService, LiveRepository],
})
export class LiveModule {}
