import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { domainParameter, statusFilterParameter } from '../request-logs/log-parameters.schema.ts';
import { logFilterParameters, toLogFilter } from '../search/log-filter.schema.ts';
import { ExportAnnouncerService } from './export-announcer.service.ts';
import { LogExportService } from './log-export.service.ts';

const exportQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(90).default(7),
  status_filter: statusFilterParameter,
  domain: domainParameter,
  /** With `from` or `to`, a time range instead of the last days. */
  ...logFilterParameters,
});

const DAY_MS = 86_400_000;

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
  @ApiOkResponse({ schema: { type: 'string' } })
  async exportLogs(
    @CurrentUser() user: UserCaller,
    @Query({ schema: exportQuerySchema }) query: z.infer<typeof exportQuerySchema>,
  ): Promise<StreamableFile> {
    const { domain, status_filter, days, ...parameters } = query;
    const filter = toLogFilter(parameters);
    const toMs = filter.toMs ?? Date.now();
    const fromMs = filter.fromMs ?? toMs - days * DAY_MS;
    const lines = await this.logExport.csv(user.userId, domain, status_filter, { ...filter, fromMs, toMs });
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
