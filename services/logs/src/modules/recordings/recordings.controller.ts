import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { deletedRecordingsSchema, recordingsQuerySchema, recordingsSchema } from './recordings.schema.ts';
import { RecordingsService } from './recordings.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/recordings')
export class RecordingsController {
  constructor(private readonly recordings: RecordingsService) {}

  @Get()
  @Authenticated('logs:read')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: recordingsSchema })
  recorded(
    @CurrentUser() user: UserCaller,
    @Query({ schema: recordingsQuerySchema }) query: z.infer<typeof recordingsQuerySchema>,
  ) {
    return this.recordings.summary(user.userId, query.domain);
  }

  @Delete()
  @Authenticated('logs:write')
  @Refuses('not_found')
  @ApiOkResponse({ standardSchema: deletedRecordingsSchema })
  deleteRecordings(
    @CurrentUser() user: UserCaller,
    @Query({ schema: recordingsQuerySchema }) query: z.infer<typeof recordingsQuerySchema>,
  ) {
    return this.recordings.deleteAll(user.userId, query.domain);
  }
}
