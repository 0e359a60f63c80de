import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { BacklogController } from './backlog.controller.ts';
import { FailedWorkController } from './failed-work.controller.ts';

/** What the service has still to do. */
@Module({
  controllers: [BacklogController, FailedWorkController],
  providers: [AuditLogger],
})
export class BacklogModule {}
