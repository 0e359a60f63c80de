import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { dashboardNowSchema, nowQuerySchema } from './attack-status.schema.ts';
import { AttackStatusService } from './attack-status.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/now')
export class AttackStatusController {
  constructor(private readonly now: AttackStatusService) {}

  @Get()
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: dashboardNowSchema })
  dashboardNow(
    @CurrentUser() user: UserCaller,
    @Query({ schema: nowQuerySchema }) query: z.infer<typeof nowQuerySchema>,
  ) {
    return this.now.of(user.userId, query.domain);
  }
}
