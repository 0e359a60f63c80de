import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { RecordingsStoreModule } from '../recording-store/recordings-store.module.ts';
import { RetentionJob } from './retention.job.ts';

@Module({
  imports: [LogStoreModule, RecordingsStoreModule],
  providers: [RetentionJob],
})
export class RetentionModule {}
