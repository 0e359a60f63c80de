import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { ExportAnnouncerService } from './export-announcer.service.ts';
import { type ExportQuery, exportQuerySchema, toExportFilter } from './export-query.schema.ts';
import { LogExportService, MAX_ROWS } from './log-export.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/logs/export')
export class ExportController {
  constructor(
    private readonly logExport: LogExportService,
    private readonly announcer: ExportAnnouncerService,
  ) {}

  @Get()
  @Authenticated('logs:read')
  @Refuses('not_found', 'unavailable')
  @ApiProduces('text/csv')
  @ApiOkResponse({
    schema: { type: 'string' },
    description: `At most ${MAX_ROWS} entries. Where there are more, the transfer breaks off instead of ending: that file is not whole. Exports in the background have no such bound.`,
  })
  async exportLogs(
    @CurrentUser() user: UserCaller,
    @Query({ schema: exportQuerySchema }) query: ExportQuery,
  ): Promise<StreamableFile> {
    const { domain, status_filter } = query;
    const filter = toExportFilter(query, Date.now());
    const lines = await this.logExport.csv(user.userId, domain, status_filter, filter);
    try {
      await this.announcer.announce(user, domain);
    } catch (error) {
      lines.destroy();
      throw error;
    }
    return new StreamableFile(lines, {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="palisade-logs.csv"',
    });
  }
}
