import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import {
  type PlanChangeQuery,
  planChangePreviewSchema,
  planChangeQuerySchema,
} from './plan-change.schema.ts';
import { PlanChangesService } from './plan-changes.service.ts';

@ApiTags('plans')
@ApiBearerAuth()
@Controller('plans')
export class PlanChangesController {
  constructor(private readonly changes: PlanChangesService) {}

  /** What buying a plan now would replace, credit and cost. Changes nothing. */
  @Get('change-preview')
  @Authenticated('billing:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: planChangePreviewSchema })
  previewPlanChange(
    @CurrentUser() user: UserCaller,
    @Query({ schema: planChangeQuerySchema }) query: PlanChangeQuery,
  ) {
    return this.changes.preview(user, query);
  }
}
