import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { SearchModule } from '../search/search.module.ts';
import { ExportController } from './export.controller.ts';
import { ExportAnnouncerService } from './export-announcer.service.ts';
import { ExportPagesService } from './export-pages.service.ts';
import { LogExportService } from './log-export.service.ts';

@Module({
  imports: [LogStoreModule, OwnershipModule, SearchModule],
  controllers: [ExportController],
  providers: [ExportAnnouncerService, ExportPagesService, LogExportService],
  exports: [ExportAnnouncerService, ExportPagesService],
})
export class LogDownloadModule {}
