import { Module } from '@nestjs/common';
import { RollUpsRepository } from './roll-ups.repository.ts';

@Module({
  providers: [RollUpsRepository],
  exports: [RollUpsRepository],
})
export class RollUpsModule {}
