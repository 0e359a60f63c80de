import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { operatorLogEntrySchema, requestIdSchema } from './operator-entries.schema.ts';
import { OperatorEntriesService } from './operator-entries.service.ts';

@ApiTags('admin-logs')
@Controller('admin/logs/entries')
@AdminOnly()
export class OperatorEntriesController {
  constructor(private readonly entries: OperatorEntriesService) {}

  /**
   * The log entry of a request to any domain, by the id that its visitor was shown. Each look-up is recorded in the
   * audit log.
   */
  @Get(':requestId')
  @Refuses('not_found', 'unavailable')
  @ApiOkResponse({ standardSchema: operatorLogEntrySchema })
  getOperatorLogEntry(
    @CurrentUser() admin: UserCaller,
    @Param('requestId', { schema: requestIdSchema }) requestId: string,
  ) {
    return this.entries.open(admin, requestId);
  }
}
