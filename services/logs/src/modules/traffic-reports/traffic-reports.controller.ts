import { Body, Controller, Get, Header, Put, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Authenticated, CurrentUser, Refuses, type UserCaller } from '@palisade/nest-kit';
import {
  type ReportFileQuery,
  type ReportSettingsChange,
  reportFileQuerySchema,
  reportSettingsChangeSchema,
  reportSettingsSchema,
} from './report-settings.schema.ts';
import { ReportSettingsService } from './report-settings.service.ts';
import { TrafficReportsService } from './traffic-reports.service.ts';

@ApiTags('dashboard')
@ApiBearerAuth()
@Controller('dashboard/traffic-reports')
export class TrafficReportsController {
  constructor(
    private readonly reports: TrafficReportsService,
    private readonly settings: ReportSettingsService,
  ) {}

  @Get()
  @Authenticated('logs:read')
  @ApiOkResponse({ standardSchema: reportSettingsSchema })
  getReportSettings(@CurrentUser() { userId }: UserCaller) {
    return this.settings.view(userId);
  }

  /**
   * Which reports are made and mailed, and under which brand. Whether mails are sent at all is among the account's
   * notification settings.
   */
  @Put()
  @Authenticated('logs:write')
  @Refuses('invalid', 'not_found', 'payment_required')
  @ApiOkResponse({ standardSchema: reportSettingsSchema })
  updateReportSettings(
    @CurrentUser() { userId }: UserCaller,
    @Body({ schema: reportSettingsChangeSchema }) body: ReportSettingsChange,
  ) {
    return this.settings.change(userId, body);
  }

  /** The report of any completed week or month, as a PDF. One at a time per account. */
  @Get('file')
  @Authenticated('logs:read')
  @Refuses('invalid', 'not_found', 'too_many', 'unavailable')
  @Header('cache-control', 'private, no-store')
  @ApiProduces('application/pdf')
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async getReportFile(
    @CurrentUser() { userId }: UserCaller,
    @Query({ schema: reportFileQuerySchema }) { period, from, domain }: ReportFileQuery,
  ) {
    const { name, pdf } = await this.reports.file(userId, { period, from, site: domain });
    return new StreamableFile(pdf, {
      type: 'application/pdf',
      disposition: `attachment; filename="${name}"`,
    });
  }
}
