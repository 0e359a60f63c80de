import type { ServerResponse } from 'node:http';
import { Controller, Delete, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import {
  deletedVisitorDataSchema,
  keptDataSchema,
  type VisitorDataQuery,
  visitorDataQuerySchema,
  visitorDataSchema,
} from './visitor-data.schema.ts';
import { VisitorDataService } from './visitor-data.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/visitor-data')
export class VisitorDataController {
  constructor(private readonly data: VisitorDataService) {}

  /** What is stored about visitors, and for how many days under the user's plan. */
  @Get('kept')
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: keptDataSchema })
  listKeptData(@CurrentUser() { userId }: UserCaller) {
    return this.data.kept(userId);
  }

  /** How much is stored about a visitor, given by address and time. The log shows the records. */
  @Get()
  @Authenticated('logs:read')
  @Refuses('not_found', 'too_many', 'unavailable')
  @ApiOkResponse({ standardSchema: visitorDataSchema })
  findVisitorData(
    @CurrentUser() { userId }: UserCaller,
    @Query({ schema: visitorDataQuerySchema }) query: VisitorDataQuery,
    @Res({ passthrough: true }) { raw }: { raw: ServerResponse },
  ) {
    const left = new AbortController();
    // After the response there is nothing left to abort.
    raw.once('close', () => left.abort());
    return this.data.find(userId, query, left.signal);
  }

  /**
   * Deletes it permanently: records, recordings, reports, and whole exports that may contain some of it; the address is
   * no longer counted among those of these hours. Data that log streams have sent stays at its destination. Recorded in
   * the audit log, without the address.
   */
  @Delete()
  @Authenticated('logs:write')
  @Refuses('not_found', 'too_many', 'unavailable')
  @ApiOkResponse({ standardSchema: deletedVisitorDataSchema })
  deleteVisitorData(
    @CurrentUser() user: UserCaller,
    @Query({ schema: visitorDataQuerySchema }) query: VisitorDataQuery,
  ) {
    return this.data.erase(user, query);
  }
}
