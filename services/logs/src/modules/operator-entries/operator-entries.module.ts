import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { OperatorEntriesController } from './operator-entries.controller.ts';
import { OperatorEntriesService } from './operator-entries.service.ts';

@Module({
  imports: [IngestModule, LogStoreModule, OwnershipModule, RollUpsModule],
  controllers: [OperatorEntriesController],
  providers: [OperatorEntriesService],
})
export class OperatorEntriesModule {}
