import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { toLogFilter } from '../search/log-filter.schema.ts';
import {
  dashboardStatsSchema,
  recentLogsQuerySchema,
  recentLogsSchema,
  statsQuerySchema,
} from './dashboard.schema.ts';
import { DashboardService } from './dashboard.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  @Get('stats')
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: dashboardStatsSchema })
  dashboardStats(
    @CurrentUser() user: UserCaller,
    @Query({ schema: statsQuerySchema }) query: z.infer<typeof statsQuerySchema>,
  ) {
    return this.dashboard.stats(user.userId, query.domain);
  }

  @Get('logs/recent')
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: recentLogsSchema })
  recentLogs(
    @CurrentUser() user: UserCaller,
    @Query({ schema: recentLogsQuerySchema }) query: z.infer<typeof recentLogsQuerySchema>,
  ) {
    const { domain, status_filter, limit, after, ...filter } = query;
    return this.dashboard.recentLogs(user.userId, domain, {
      status: status_filter,
      filter: toLogFilter(filter),
      limit,
      after,
    });
  }
}
