import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminOnly, CurrentUser, Refuses, Sensitive, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import {
  type OperatorStreamCreate,
  operatorStreamCreateSchema,
  type StreamUpdate,
  streamListSchema,
  streamSchema,
  streamTestSchema,
  streamUpdateSchema,
  streamWithSecretSchema,
} from './log-stream.schema.ts';
import { LogStreamsService } from './log-streams.service.ts';
import { ofOperator } from './stream-announcer.service.ts';

const uuid = z.uuid();

/** The operator's streams, of all sites. */
@ApiTags('admin-log-streams')
@Controller('admin/logs/streams')
@AdminOnly()
export class OperatorLogStreamsController {
  constructor(private readonly streams: LogStreamsService) {}

  @Get()
  @ApiOkResponse({ standardSchema: streamListSchema })
  listOperatorLogStreams() {
    return this.streams.list(null);
  }

  /** Sends all sites' records stored from now on. The target is stored encrypted and not shown again. */
  @Post()
  @Sensitive('admin.log_stream.create')
  @Refuses('conflict', 'unavailable')
  @ApiCreatedResponse({ standardSchema: streamWithSecretSchema })
  createOperatorLogStream(
    @CurrentUser() admin: UserCaller,
    @Body({ schema: operatorStreamCreateSchema }) body: OperatorStreamCreate,
  ) {
    return this.streams.createForOperator(admin, body);
  }

  @Put(':id')
  @Sensitive('admin.log_stream.update')
  @Refuses('unavailable')
  @ApiOkResponse({ standardSchema: streamSchema })
  updateOperatorLogStream(
    @CurrentUser() admin: UserCaller,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: streamUpdateSchema }) body: StreamUpdate,
  ) {
    return this.streams.update(ofOperator(admin), id, body);
  }

  @Delete(':id')
  @Sensitive('admin.log_stream.delete')
  @HttpCode(204)
  @Refuses('unavailable')
  @ApiNoContentResponse()
  deleteOperatorLogStream(@CurrentUser() admin: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.remove(ofOperator(admin), id);
  }

  /** Sends a sample record now, and returns the result. */
  @Post(':id/test')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: streamTestSchema })
  testOperatorLogStream(@Param('id', { schema: uuid }) id: string) {
    return this.streams.test(null, id);
  }

  /**
   * Creates a new secret for an HTTP stream, returned only this once. For a day its requests are also signed with the
   * previous one.
   */
  @Post(':id/rotate-secret')
  @Sensitive('admin.log_stream.rotate_secret')
  @Refuses('conflict', 'unavailable')
  @HttpCode(200)
  @ApiOkResponse({ standardSchema: streamWithSecretSchema })
  rotateOperatorLogStreamSecret(@CurrentUser() admin: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.streams.rotateSecret(ofOperator(admin), id);
  }
}
