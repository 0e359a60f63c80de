import { Module } from '@nestjs/common';
import { RecordingKeysService } from './recording-keys.service.ts';
import { RecordingsRepository } from './recordings.repository.ts';

/** What ingestion, erasure and retention need of recorded requests. */
@Module({
  providers: [RecordingKeysService, RecordingsRepository],
  exports: [RecordingKeysService, RecordingsRepository],
})
export class RecordingsStoreModule {}
