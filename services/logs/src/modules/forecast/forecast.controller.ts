import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { BlockingForecastsService } from './blocking-forecasts.service.ts';
import { blockingForecastSchema, forecastQuerySchema } from './forecast.schema.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/blocking-forecast')
export class ForecastController {
  constructor(private readonly forecasts: BlockingForecastsService) {}

  @Get()
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: blockingForecastSchema })
  blockingForecast(
    @CurrentUser() user: UserCaller,
    @Query({ schema: forecastQuerySchema }) query: z.infer<typeof forecastQuerySchema>,
  ) {
    return this.forecasts.of(user.userId, query.domain, query.range);
  }
}
