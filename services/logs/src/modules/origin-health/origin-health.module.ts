import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { OriginHealthJob } from './origin-health.job.ts';
import { OriginHealthRepository } from './origin-health.repository.ts';

@Module({
  imports: [IngestModule],
  providers: [OriginHealthJob, OriginHealthRepository],
})
export class OriginHealthModule {}
