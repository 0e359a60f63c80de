import { Module } from '@nestjs/common';
import { BacklogController } from './backlog.controller.ts';

/** What the service has still to do. */
@Module({
  controllers: [BacklogController],
})
export class BacklogModule {}
