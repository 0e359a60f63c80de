import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
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

  /** Sends what is stored from now on. Where it sends to is kept sealed and not shown again; a secret is told this once. */
  @Post()
  @Authenticated('logs:write')
  @Refuses('conflict', 'not_found', 'payment_required')
  @ApiCreatedResponse({ standardSchema: streamWithSecretSchema })
  createLogStream(
    @CurrentUser() { userId }: UserCaller,
    @Body({ schema: streamCreateSchema }) body: StreamCreate,
  ) {
    return this.streams.createForOwner(userId, body);
  }

  /** With `is_active` it is paused and resumed: it goes on where it stood, with what was stored within the last three days. */
  @Put(':id')
  @Authenticated('logs:write')
  @Refuses('payment_required')
  @ApiOkResponse({ standardSchema: streamSchema })
  updateLogStream(
    @CurrentUser() { userId }: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: streamUpdateSchema }) body: StreamUpdate,
  ) {
    return this.streams.update(userId, id, body);
  }

  @Delete(':id')
  @Authenticated('logs:write')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteLogStream(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.remove(userId, id);
  }

  /** Sends one record that is nobody's request, now, and says what came of it. */
  @Post(':id/test')
  @Authenticated('logs:write')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: streamTestSchema })
  testLogStream(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.test(userId, id);
  }

  /** A new secret for an HTTP stream, told this once. For a day its requests are signed with the one before, too. */
  @Post(':id/rotate-secret')
  @Authenticated('logs:write')
  @Refuses('conflict')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: streamWithSecretSchema })
  rotateLogStreamSecret(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.rotateSecret(userId, id);
  }
}
