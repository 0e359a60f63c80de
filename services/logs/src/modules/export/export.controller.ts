import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import { z } from 'zod';
import { domainParameter, statusFilterParameter } from '../request-logs/log-parameters.schema.ts';
import { logFilterParameters } from '../search/log-filter.schema.ts';
import { ExportAnnouncerService } from './export-announcer.service.ts';
import { LogExportService } from './log-export.service.ts';

const exportQuerySchema = z.object({
  days: z.coerce.number().int().min(1).max(90).default(7),
  /** A time range instead of the last days: the second is the first moment that is left out. */
  from: logFilterParameters.from,
  to: logFilterParameters.to,
  status_filter: statusFilterParameter,
  domain: domainParameter,
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
    const { domain, status_filter, days, from, to } = query;
    const toMs = to ?? Date.now();
    const span = { fromMs: from ?? toMs - days * DAY_MS, toMs };
    const lines = await this.logExport.csv(user.userId, domain, status_filter, span);
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
