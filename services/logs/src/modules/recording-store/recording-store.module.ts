import { Module } from '@nestjs/common';
import { RecordingKeysService } from './recording-keys.service.ts';
import { RecordingsRepository } from './recordings.repository.ts';

/** Storage of recorded requests, for ingestion, erasure and retention. */
@Module({
  providers: [RecordingKeysService, RecordingsRepository],
  exports: [RecordingKeysService, RecordingsRepository],
})
export class RecordingStoreModule {}
