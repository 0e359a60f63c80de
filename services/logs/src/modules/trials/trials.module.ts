import { Module } from '@nestjs/common';
import { RecordingsModule } from '../recordings/recordings.module.ts';
import { JudgingThreadService } from './judging-thread.service.ts';
import { TrialsController } from './trials.controller.ts';
import { TrialsService } from './trials.service.ts';

@Module({
  imports: [RecordingsModule],
  controllers: [TrialsController],
  providers: [JudgingThreadService, TrialsService],
})
export class TrialsModule {}
