import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type DecideReport,
  decideReportSchema,
  type ReportsQuery,
  reportsQuerySchema,
  visitorReportSchema,
  visitorReportsSchema,
} from './visitor-reports.schema.ts';
import { VisitorReportsService } from './visitor-reports.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/reports')
export class VisitorReportsController {
  constructor(private readonly reports: VisitorReportsService) {}

  /** What refused visitors wrote, with the log entries that they mean; the newest first, in pages of 100. */
  @Get()
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: visitorReportsSchema })
  listVisitorReports(
    @CurrentUser() { userId }: UserCaller,
    @Query({ schema: reportsQuerySchema }) query: ReportsQuery,
  ) {
    return this.reports.list(userId, query);
  }

  @Post(':id')
  @Authenticated('logs:write')
  @HttpCode(200)
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: visitorReportSchema })
  decideVisitorReport(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: z.uuid() }) id: string,
    @Body({ schema: decideReportSchema }) decision: DecideReport,
  ) {
    return this.reports.decide(userId, id, decision);
  }
}
