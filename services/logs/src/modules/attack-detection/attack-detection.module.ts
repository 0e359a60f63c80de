import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { AlertAnnouncerService } from './alert-announcer.service.ts';
import { AlertDetectionService } from './alert-detection.service.ts';
import { AttackDetectionJob } from './attack-detection.job.ts';

@Module({
  imports: [IngestModule, LogStoreModule, OwnershipModule],
  providers: [AlertAnnouncerService, AlertDetectionService, AttackDetectionJob],
})
export class AttackDetectionModule {}
