import { Controller, Get, Header, Headers, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { toLogFilter } from '../search/log-filter.schema.ts';
import { liveLogsQuerySchema, positionOf } from './live-logs.schema.ts';
import { LiveLogsService } from './live-logs.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/logs/live')
export class LiveLogsController {
  constructor(private readonly live: LiveLogsService) {}

  /**
   * Server-sent events `logs` with entries as they come: `logs` as in `logs/recent`, the oldest first, and `gap`, true where entries
   * before these may be left out: too many at once, or a search that took too long. The first has none, and says where it begins; others without
   * any say how far it has looked. With `Last-Event-ID` it continues after that event, for up to ten minutes.
   */
  @Get()
  // Closes the connection instead of keeping it alive: shutdown would wait for it.
  @Header('connection', 'close')
  @Authenticated('logs:read')
  @Refuses('not_found', 'unavailable')
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ schema: { type: 'string' } })
  async liveLogs(
    @CurrentUser() user: UserCaller,
    @Query({ schema: liveLogsQuerySchema }) query: z.infer<typeof liveLogsQuerySchema>,
    @Headers('last-event-id') seen: string | undefined,
  ): Promise<StreamableFile> {
    const { domain, status_filter: status, ...filter } = query;
    const stream = await this.live.stream(user.userId, {
      domain,
      status,
      seen: positionOf(seen),
      filter: toLogFilter({ ...filter, from: null, to: null }),
    });
    return new StreamableFile(stream, { type: 'text/event-stream' });
  }
}
