import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type StreamCreate,
  type StreamUpdate,
  streamCreateSchema,
  streamListSchema,
  streamSchema,
  streamTestSchema,
  streamUpdateSchema,
  streamWithSecretSchema,
} from './log-stream.schema.ts';
import { LogStreamsService } from './log-streams.service.ts';
import { ofOwner } from './stream-announcer.service.ts';

const uuid = z.uuid();

@ApiTags('log-streams')
@Controller('log-streams')
export class LogStreamsController {
  constructor(private readonly streams: LogStreamsService) {}

  @Get()
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: streamListSchema })
  listLogStreams(@CurrentUser() { userId }: UserCaller) {
    return this.streams.list(userId);
  }

  /**
   * Sends records stored from now on. The target is stored encrypted and not shown again; a secret is returned only
   * this once.
   */
  @Post()
  @Authenticated('log_streams:write')
  @Sensitive('log_stream.create')
  @Refuses('conflict', 'not_found', 'payment_required', 'unavailable')
  @ApiCreatedResponse({ standardSchema: streamWithSecretSchema })
  createLogStream(
    @CurrentUser() owner: UserCaller,
    @Body({ schema: streamCreateSchema }) body: StreamCreate,
  ) {
    return this.streams.createForOwner(owner, body);
  }

  /**
   * `is_active` pauses and resumes it: it continues where it stopped, with what was stored within the last three days.
   */
  @Put(':id')
  @Authenticated('log_streams:write')
  @Sensitive('log_stream.update')
  @Refuses('payment_required', 'unavailable')
  @ApiOkResponse({ standardSchema: streamSchema })
  updateLogStream(
    @CurrentUser() owner: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: streamUpdateSchema }) body: StreamUpdate,
  ) {
    return this.streams.update(ofOwner(owner), id, body);
  }

  @Delete(':id')
  @Authenticated('log_streams:write')
  @Sensitive('log_stream.delete')
  @HttpCode(204)
  @Refuses('unavailable')
  @ApiNoContentResponse()
  deleteLogStream(@CurrentUser() owner: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.remove(ofOwner(owner), id);
  }

  /** Sends a sample record now, and returns the result. */
  @Post(':id/test')
  @Authenticated('log_streams:write')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: streamTestSchema })
  testLogStream(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.test(userId, id);
  }

  /**
   * Creates a new secret for an HTTP stream, returned only this once. For a day its requests are also signed with the
   * previous one.
   */
  @Post(':id/rotate-secret')
  @Authenticated('log_streams:write')
  @Sensitive('log_stream.rotate_secret')
  @Refuses('conflict', 'unavailable')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: streamWithSecretSchema })
  rotateLogStreamSecret(@CurrentUser() owner: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.rotateSecret(ofOwner(owner), id);
  }
}
