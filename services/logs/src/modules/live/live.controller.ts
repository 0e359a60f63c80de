import { Controller, Get, Header, Headers, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import type { z } from 'zod';
import { nowQuerySchema } from '../attack-status/attack-status.schema.ts';
import { LiveOverviewService } from './live-overview.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/live')
export class LiveController {
  constructor(private readonly live: LiveOverviewService) {}

  /** Server-sent events `overview` with `now` and `stats` as the calls of these names answer them, whenever they change. */
  @Get()
  // Closes the connection instead of keeping it alive: shutdown would wait for it.
  @Header('connection', 'close')
  @Authenticated('logs:read')
  @Refuses('not_found', 'unavailable')
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ schema: { type: 'string' } })
  async liveOverview(
    @CurrentUser() user: UserCaller,
    @Query({ schema: nowQuerySchema }) query: z.infer<typeof nowQuerySchema>,
    @Headers('last-event-id') seen: string | undefined,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.live.stream(user.userId, query.domain, seen ?? null), {
      type: 'text/event-stream',
    });
  }
}
