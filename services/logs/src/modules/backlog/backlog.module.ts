import { Module } from '@nestjs/common';
import { BacklogController } from './backlog.controller.ts';

@Module({
  controllers: [BacklogController],
})
export class BacklogModule {}
