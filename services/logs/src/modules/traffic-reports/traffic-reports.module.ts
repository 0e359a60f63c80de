import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { DrawingThreadService } from './drawing-thread.service.ts';
import { ReportFiguresService } from './report-figures.service.ts';
import { ReportGrpcController } from './report-grpc.controller.ts';
import { ReportSettingsRepository } from './report-settings.repository.ts';
import { ReportSettingsService } from './report-settings.service.ts';
import { ScheduledReportsService } from './scheduled-reports.service.ts';
import { TrafficReportsController } from './traffic-reports.controller.ts';
import { TrafficReportsJob } from './traffic-reports.job.ts';
import { TrafficReportsService } from './traffic-reports.service.ts';
import { TrafficReportsEventsController } from './traffic-reports-events.controller.ts';

/** Weekly and monthly reports, as mails and PDFs. */
@Module({
  imports: [LogStoreModule, OwnershipModule, RollUpsModule],
  controllers: [ReportGrpcController, TrafficReportsController, TrafficReportsEventsController],
  providers: [
    DrawingThreadService,
    ReportFiguresService,
    ReportSettingsRepository,
    ReportSettingsService,
    TrafficReportsJob,
    TrafficReportsService,
    ScheduledReportsService,
  ],
})
export class TrafficReportsModule {}
