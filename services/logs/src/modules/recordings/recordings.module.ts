import { Module } from '@nestjs/common';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RecordingStoreModule } from '../recording-store/recording-store.module.ts';
import { RecordingsController } from './recordings.controller.ts';
import { RecordingsService } from './recordings.service.ts';

@Module({
  imports: [OwnershipModule, RecordingStoreModule],
  controllers: [RecordingsController],
  providers: [RecordingsService],
  exports: [RecordingsService],
})
export class RecordingsModule {}
