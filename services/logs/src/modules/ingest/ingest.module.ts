import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { RecordingStoreModule } from '../recording-store/recording-store.module.ts';
import { CommitMarksService } from './commit-marks.service.ts';
import { IngestController } from './ingest.controller.ts';
import { IngestService } from './ingest.service.ts';
import { IngestMetricsService } from './ingest-metrics.service.ts';
import { RecordStoreService } from './record-store.service.ts';
import { RecordedRequestsService } from './recorded-requests.service.ts';
import { SitesRepository } from './sites.repository.ts';
import { StoredUntilService } from './stored-until.service.ts';

@Module({
  imports: [LogStoreModule, RecordingStoreModule],
  controllers: [IngestController],
  providers: [
    CommitMarksService,
    IngestService,
    IngestMetricsService,
    RecordedRequestsService,
    RecordStoreService,
    SitesRepository,
    StoredUntilService,
  ],
  exports: [SitesRepository, StoredUntilService],
})
export class IngestModule {}
