import { Module } from '@nestjs/common';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RequestLogsModule } from '../request-logs/request-logs.module.ts';
import { SearchModule } from '../search/search.module.ts';
import { ExportController } from './export.controller.ts';
import { ExportAnnouncerService } from './export-announcer.service.ts';
import { LogExportService } from './log-export.service.ts';

@Module({
  imports: [OwnershipModule, RequestLogsModule, SearchModule],
  controllers: [ExportController],
  providers: [ExportAnnouncerService, LogExportService],
})
export class ExportModule {}
