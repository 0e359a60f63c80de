import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { RetentionJob } from './retention.job.ts';

@Module({
  imports: [IngestModule],
  providers: [RetentionJob],
})
export class RetentionModule {}
