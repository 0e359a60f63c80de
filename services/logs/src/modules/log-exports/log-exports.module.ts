import { Module } from '@nestjs/common';
import { LogDownloadModule } from '../log-download/log-download.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { AccountExportController } from './account-export.controller.ts';
import { AccountExportService } from './account-export.service.ts';
import { AccountExportWriterService } from './account-export-writer.service.ts';
import { AccountSourcesService } from './account-sources.service.ts';
import { ExportFinishedAnnouncerService } from './export-finished-announcer.service.ts';
import { ExportProgressRepository } from './export-progress.repository.ts';
import { ExportRetentionJob } from './export-retention.job.ts';
import { ExportWriterService } from './export-writer.service.ts';
import { LogExportsController } from './log-exports.controller.ts';
import { LogExportsJob } from './log-exports.job.ts';
import { LogExportsRepository } from './log-exports.repository.ts';
import { LogExportsService } from './log-exports.service.ts';
import { LogExportsEventsController } from './log-exports-events.controller.ts';

/** Exports of the log and of account data: of any size, written in the background and kept for a few days. */
@Module({
  imports: [LogDownloadModule, OwnershipModule],
  controllers: [AccountExportController, LogExportsController, LogExportsEventsController],
  providers: [
    AccountExportService,
    AccountExportWriterService,
    AccountSourcesService,
    ExportFinishedAnnouncerService,
    ExportProgressRepository,
    ExportRetentionJob,
    ExportWriterService,
    LogExportsJob,
    LogExportsRepository,
    LogExportsService,
  ],
})
export class LogExportsModule {}
