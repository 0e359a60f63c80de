import { Module } from '@nestjs/common';
import { RollUpsRepository } from './roll-ups.repository.ts';
import { UptimeRepository } from './uptime.repository.ts';

@Module({
  providers: [RollUpsRepository, UptimeRepository],
  exports: [RollUpsRepository, UptimeRepository],
})
export class RollUpsModule {}
