import { Module } from '@nestjs/common';
import { RolloutsRepository } from './rollouts.repository.ts';

@Module({
  providers: [RolloutsRepository],
  exports: [RolloutsRepository],
})
export class RolloutStoreModule {}
