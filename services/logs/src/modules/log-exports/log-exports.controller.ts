import { Controller, Delete, Get, HttpCode, Param, Post, Query, StreamableFile } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { ExportAnnouncerService } from '../log-download/export-announcer.service.ts';
import {
  logExportListSchema,
  logExportSchema,
  type NewExportQuery,
  newExportQuerySchema,
} from './log-export.schema.ts';
import { LogExportsService } from './log-exports.service.ts';

const uuid = z.uuid();

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/log-exports')
export class LogExportsController {
  constructor(
    private readonly exports: LogExportsService,
    private readonly announcer: ExportAnnouncerService,
  ) {}

  @Get()
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: logExportListSchema })
  listLogExports(@CurrentUser() { userId }: UserCaller) {
    return this.exports.list(userId);
  }

  /** Begins to write all matching entries, newest first, into a file; a mail says when it can be downloaded. */
  @Post()
  @Authenticated('logs:write')
  @Refuses('conflict', 'not_found', 'unavailable')
  @ApiCreatedResponse({ standardSchema: logExportSchema })
  createLogExport(
    @CurrentUser() { userId }: UserCaller,
    @Query({ schema: newExportQuerySchema }) query: NewExportQuery,
  ) {
    return this.exports.create(userId, query);
  }

  /** An unfinished one is cancelled. */
  @Delete(':id')
  @Authenticated('logs:write')
  @HttpCode(204)
  @ApiNoContentResponse()
  deleteLogExport(@CurrentUser() { userId }: UserCaller, @Param('id', { schema: uuid }) id: string) {
    return this.exports.remove(userId, id);
  }

  @Get(':id/file')
  @Authenticated('logs:read')
  @Refuses('conflict', 'unavailable')
  @ApiProduces('application/gzip')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async downloadLogExport(
    @CurrentUser() user: UserCaller,
    @Param('id', { schema: uuid }) id: string,
  ): Promise<StreamableFile> {
    const { row, stream } = await this.exports.file(user.userId, id);
    try {
      await this.announcer.announce(user, row.domain_name);
    } catch (error) {
      stream.destroy();
      throw error;
    }
    const day = row.created_at.toISOString().slice(0, 10);
    return new StreamableFile(stream, {
      type: 'application/gzip',
      length: Number(row.bytes),
      disposition: `attachment; filename="palisade-logs-${day}.${row.format}.gz"`,
    });
  }
}
