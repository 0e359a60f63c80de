import { Module } from '@nestjs/common';
import { AttackStatusModule } from '../attack-status/attack-status.module.ts';
import { DashboardModule } from '../dashboard/dashboard.module.ts';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { SearchModule } from '../search/search.module.ts';
import { LiveController } from './live.controller.ts';
import { LiveRepository } from './live.repository.ts';
import { LiveLogsController } from './live-logs.controller.ts';
import { LiveLogsService } from './live-logs.service.ts';
import { LiveOverviewService } from './live-overview.service.ts';
import { LiveTailsRepository } from './live-tails.repository.ts';
import { ShownRowsService } from './shown-rows.service.ts';
import { TailFeedService } from './tail-feed.service.ts';

@Module({
  imports: [DashboardModule, LogStoreModule, AttackStatusModule, OwnershipModule, SearchModule],
  controllers: [LiveController, LiveLogsController],
  providers: [
    LiveLogsService,
    LiveOverviewService,
    LiveRepository,
    LiveTailsRepository,
    ShownRowsService,
    TailFeedService,
  ],
})
export class LiveModule {}
