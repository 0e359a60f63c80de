import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { analyticsQuerySchema, analyticsSchema } from './analytics.schema.ts';
import { AnalyticsService } from './analytics.service.ts';
import { breakdownsSchema } from './breakdowns.schema.ts';
import { BreakdownsService } from './breakdowns.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/analytics')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly breakdowns: BreakdownsService,
  ) {}

  @Get()
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: analyticsSchema })
  dashboardAnalytics(
    @CurrentUser() user: UserCaller,
    @Query({ schema: analyticsQuerySchema }) query: z.infer<typeof analyticsQuerySchema>,
  ) {
    return this.analytics.of(user.userId, query.domain, query.time ?? query.range);
  }

  @Get('breakdowns')
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: breakdownsSchema })
  analyticsBreakdowns(
    @CurrentUser() user: UserCaller,
    @Query({ schema: analyticsQuerySchema }) query: z.infer<typeof analyticsQuerySchema>,
  ) {
    return this.breakdowns.of(user.userId, query.domain, query.time ?? query.range);
  }
}
