import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { DrawingThreadService } from './drawing-thread.service.ts';
import { ReportFiguresService } from './report-figures.service.ts';
import { ReportGrpcController } from './report-grpc.controller.ts';
import { ReportSettingsRepository } from './report-settings.repository.ts';
import { ReportSettingsService } from './report-settings.service.ts';
import { ReportsController } from './reports.controller.ts';
import { ReportsJob } from './reports.job.ts';
import { ReportsService } from './reports.service.ts';
import { ReportsEventsController } from './reports-events.controller.ts';
import { ScheduledReportsService } from './scheduled-reports.service.ts';

/** Weekly and monthly reports, as mails and PDFs. */
@Module({
  imports: [LogStoreModule, OwnershipModule, RollUpsModule],
  controllers: [ReportGrpcController, ReportsController, ReportsEventsController],
  providers: [
    DrawingThreadService,
    ReportFiguresService,
    ReportSettingsRepository,
    ReportSettingsService,
    ReportsJob,
    ReportsService,
    ScheduledReportsService,
  ],
})
export class ReportsModule {}
