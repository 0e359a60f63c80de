import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { ReportAnnouncerJob } from './report-announcer.job.ts';
import { VisitorReportsController } from './visitor-reports.controller.ts';
import { VisitorReportsService } from './visitor-reports.service.ts';

/** Reports of refused visitors to owners. */
@Module({
  imports: [LogStoreModule, OwnershipModule],
  controllers: [VisitorReportsController],
  providers: [ReportAnnouncerJob, VisitorReportsService],
})
export class VisitorReportsModule {}
