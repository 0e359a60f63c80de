import { Module } from '@nestjs/common';
import { ExportModule } from '../export/export.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { ExportNewsService } from './export-news.service.ts';
import { ExportProgressRepository } from './export-progress.repository.ts';
import { ExportUpkeepJob } from './export-upkeep.job.ts';
import { ExportWriterService } from './export-writer.service.ts';
import { LogExportsController } from './log-exports.controller.ts';
import { LogExportsJob } from './log-exports.job.ts';
import { LogExportsRepository } from './log-exports.repository.ts';
import { LogExportsService } from './log-exports.service.ts';
import { LogExportsEventsController } from './log-exports-events.controller.ts';

/** Exports of any size, written in the background and kept for a few days. */
@Module({
  imports: [ExportModule, OwnershipModule],
  controllers: [LogExportsController, LogExportsEventsController],
  providers: [
    ExportNewsService,
    ExportProgressRepository,
    ExportUpkeepJob,
    ExportWriterService,
    LogExportsJob,
    LogExportsRepository,
    LogExportsService,
  ],
})
export class LogExportsModule {}
