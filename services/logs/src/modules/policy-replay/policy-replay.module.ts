import { Module } from '@nestjs/common';
import { RecordingsModule } from '../recordings/recordings.module.ts';
import { JudgingThreadService } from './judging-thread.service.ts';
import { PolicyReplayController } from './policy-replay.controller.ts';
import { PolicyReplayService } from './policy-replay.service.ts';

@Module({
  imports: [RecordingsModule],
  controllers: [PolicyReplayController],
  providers: [JudgingThreadService, PolicyReplayService],
})
export class PolicyReplayModule {}
