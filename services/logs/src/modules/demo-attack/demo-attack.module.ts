import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest/ingest.module.ts';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { DemoAttackController } from './demo-attack.controller.ts';
import { DemoAttackService } from './demo-attack.service.ts';

/** The site that strangers may attack, if the operator has named one. */
@Module({
  imports: [IngestModule, LogStoreModule],
  controllers: [DemoAttackController],
  providers: [DemoAttackService],
})
export class DemoAttackModule {}
