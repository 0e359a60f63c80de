import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.ts';
import { BacklogController } from './backlog.controller.ts';
import { FailedWorkController } from './failed-work.controller.ts';

/** What the service has still to do. */
@Module({
  imports: [AuditModule],
  controllers: [BacklogController, FailedWorkController],
})
export class BacklogModule {}
