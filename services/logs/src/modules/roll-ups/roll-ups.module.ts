import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { RollUpsRepository } from './roll-ups.repository.ts';
import { UptimeRepository } from './uptime.repository.ts';

@Module({
  imports: [LogStoreModule],
  providers: [RollUpsRepository, UptimeRepository],
  exports: [RollUpsRepository, UptimeRepository],
})
export class RollUpsModule {}
