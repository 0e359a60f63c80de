import { Module } from '@nestjs/common';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RequestLogsModule } from '../request-logs/request-logs.module.ts';
import { ReportAnnouncerJob } from './report-announcer.job.ts';
import { VisitorReportsController } from './visitor-reports.controller.ts';
import { VisitorReportsService } from './visitor-reports.service.ts';

/** What refused visitors say to owners. */
@Module({
  imports: [OwnershipModule, RequestLogsModule],
  controllers: [VisitorReportsController],
  providers: [ReportAnnouncerJob, VisitorReportsService],
})
export class VisitorReportsModule {}
