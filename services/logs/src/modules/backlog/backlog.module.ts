import { Module } from '@nestjs/common';
import { BacklogController } from './backlog.controller.ts';
import { FailedWorkController } from './failed-work.controller.ts';

@Module({
  controllers: [BacklogController, FailedWorkController],
})
export class BacklogModule {}
