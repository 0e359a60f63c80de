import { Module } from '@nestjs/common';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { AlertAnnouncerService } from './alert-announcer.service.ts';
import { AlertDetectionService } from './alert-detection.service.ts';
import { AlertsJob } from './alerts.job.ts';
import { WeeklyReportsService } from './weekly-reports.service.ts';

@Module({
  imports: [OwnershipModule, RollUpsModule],
  providers: [AlertAnnouncerService, AlertDetectionService, AlertsJob, WeeklyReportsService],
})
export class AlertsModule {}
