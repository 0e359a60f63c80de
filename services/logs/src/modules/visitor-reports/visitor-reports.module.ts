import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { VisitorReportAnnouncerJob } from './visitor-report-announcer.job.ts';
import { VisitorReportsController } from './visitor-reports.controller.ts';
import { VisitorReportsService } from './visitor-reports.service.ts';

/** Reports of refused visitors to owners. */
@Module({
  imports: [LogStoreModule, OwnershipModule],
  controllers: [VisitorReportsController],
  providers: [VisitorReportAnnouncerJob, VisitorReportsService],
})
export class VisitorReportsModule {}
