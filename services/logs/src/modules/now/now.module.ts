import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { NowController } from './now.controller.ts';
import { NowRepository } from './now.repository.ts';
import { NowService } from './now.service.ts';

@Module({
  imports: [LogStoreModule, OwnershipModule, RollUpsModule],
  controllers: [NowController],
  providers: [NowRepository, NowService],
  exports: [NowService],
})
export class NowModule {}
