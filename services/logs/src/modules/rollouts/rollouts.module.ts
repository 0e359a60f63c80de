import { Module } from '@nestjs/common';
import { RolloutFiguresJob } from './rollout-figures.job.ts';

@Module({
  providers: [RolloutFiguresJob],
})
export class RolloutsModule {}
