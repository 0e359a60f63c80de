import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { LogStreamsController } from './log-streams.controller.ts';
import { LogStreamsJob } from './log-streams.job.ts';
import { LogStreamsRepository } from './log-streams.repository.ts';
import { LogStreamsService } from './log-streams.service.ts';
import { LogStreamsEventsController } from './log-streams-events.controller.ts';
import { OperatorLogStreamsController } from './operator-log-streams.controller.ts';
import { StreamAnnouncerService } from './stream-announcer.service.ts';
import { StreamCursorRepository } from './stream-cursor.repository.ts';
import { StreamDeliveryService } from './stream-delivery.service.ts';
import { StreamLimitsService } from './stream-limits.service.ts';
import { StreamMetricsService } from './stream-metrics.service.ts';
import { StreamPlansJob } from './stream-plans.job.ts';
import { StreamRecordsService } from './stream-records.service.ts';
import { StreamRetentionJob } from './stream-retention.job.ts';
import { StreamSecretsService } from './stream-secrets.service.ts';

/** Streams of log records to servers of owners and of the operator. */
@Module({
  imports: [IngestModule, LogStoreModule, OwnershipModule],
  controllers: [LogStreamsController, LogStreamsEventsController, OperatorLogStreamsController],
  providers: [
    LogStreamsJob,
    LogStreamsRepository,
    LogStreamsService,
    StreamAnnouncerService,
    StreamCursorRepository,
    StreamDeliveryService,
    StreamLimitsService,
    StreamMetricsService,
    StreamPlansJob,
    StreamRecordsService,
    StreamSecretsService,
    StreamRetentionJob,
  ],
})
export class LogStreamsModule {}
