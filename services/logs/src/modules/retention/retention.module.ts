import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { RecordingsStoreModule } from '../recording-store/recordings-store.module.ts';
import { RetentionJob } from './retention.job.ts';

@Module({
  imports: [IngestModule, RecordingsStoreModule],
  providers: [RetentionJob],
})
export class RetentionModule {}
