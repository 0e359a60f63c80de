import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { RollUpsModule } from '../roll-ups/roll-ups.module.ts';
import { AttackStatusController } from './attack-status.controller.ts';
import { AttackStatusRepository } from './attack-status.repository.ts';
import { AttackStatusService } from './attack-status.service.ts';

@Module({
  imports: [LogStoreModule, OwnershipModule, RollUpsModule],
  controllers: [AttackStatusController],
  providers: [AttackStatusRepository, AttackStatusService],
  exports: [AttackStatusService],
})
export class AttackStatusModule {}
