import { Module } from '@nestjs/common';
import { RecordingsModule } from '../recordings/recordings.module.ts';
import { JudgingThread } from './judging-thread.ts';
import { TrialsController } from './trials.controller.ts';
import { TrialsService } from './trials.service.ts';

@Module({
  imports: [RecordingsModule],
  controllers: [TrialsController],
  providers: [JudgingThread, TrialsService],
})
export class TrialsModule {}
