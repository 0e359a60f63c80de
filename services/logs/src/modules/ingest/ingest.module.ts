import { Module } from '@nestjs/common';
import { RecordingsStoreModule } from '../recording-store/recordings-store.module.ts';
import { CommitMarksService } from './commit-marks.service.ts';
import { IngestController } from './ingest.controller.ts';
import { IngestService } from './ingest.service.ts';
import { IngestMetricsService } from './ingest-metrics.service.ts';
import { PartitionsRepository } from './partitions.repository.ts';
import { RecordStoreService } from './record-store.service.ts';
import { RecordedRequestsService } from './recorded-requests.service.ts';
import { SitesRepository } from './sites.repository.ts';

@Module({
  imports: [RecordingsStoreModule],
  controllers: [IngestController],
  providers: [
    CommitMarksService,
    IngestService,
    IngestMetricsService,
    PartitionsRepository,
    RecordedRequestsService,
    RecordStoreService,
    SitesRepository,
  ],
  exports: [PartitionsRepository, SitesRepository],
})
export class IngestModule {}
