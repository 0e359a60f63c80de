import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { RecordingStoreModule } from '../recording-store/recording-store.module.ts';
import { RetentionJob } from './retention.job.ts';

@Module({
  imports: [LogStoreModule, RecordingStoreModule],
  providers: [RetentionJob],
})
export class RetentionModule {}
