import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { RecordingStoreModule } from '../recording-store/recording-store.module.ts';
import { ClientErasureJob } from './client-erasure.job.ts';
import { ClientErasureService } from './client-erasure.service.ts';
import { ClientErasuresRepository } from './client-erasures.repository.ts';
import { ErasureJob } from './erasure.job.ts';
import { ErasureEventsController } from './erasure-events.controller.ts';
import { SiteErasureService } from './site-erasure.service.ts';
import { SiteErasuresRepository } from './site-erasures.repository.ts';

@Module({
  imports: [IngestModule, LogStoreModule, RecordingStoreModule],
  controllers: [ErasureEventsController],
  providers: [
    ClientErasureJob,
    ClientErasureService,
    ClientErasuresRepository,
    ErasureJob,
    SiteErasureService,
    SiteErasuresRepository,
  ],
  exports: [ClientErasureService, ClientErasuresRepository],
})
export class ErasureModule {}
