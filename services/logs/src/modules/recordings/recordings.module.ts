import { Module } from '@nestjs/common';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RecordingsStoreModule } from '../recording-store/recordings-store.module.ts';
import { RecordingsController } from './recordings.controller.ts';
import { RecordingsService } from './recordings.service.ts';

@Module({
  imports: [OwnershipModule, RecordingsStoreModule],
  controllers: [RecordingsController],
  providers: [RecordingsService],
  exports: [RecordingsService],
})
export class RecordingsModule {}
