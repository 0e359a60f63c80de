import { Module } from '@nestjs/common';
import { RevenueController } from './revenue.controller.ts';
import { RevenueService } from './revenue.service.ts';
import { StatsController } from './stats.controller.ts';
import { StatsService } from './stats.service.ts';

@Module({
  controllers: [RevenueController, StatsController],
  providers: [RevenueService, StatsService],
})
export class StatsModule {}
