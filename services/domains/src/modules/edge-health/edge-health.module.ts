import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { EdgeControlsModule } from '../edge-controls/edge-controls.module.ts';
import { EdgeHealthController } from './edge-health.controller.ts';
import { EdgeNodesService } from './edge-nodes.service.ts';
import { FailedWorkController } from './failed-work.controller.ts';

@Module({
  imports: [EdgeControlsModule],
  controllers: [EdgeHealthController, FailedWorkController],
  providers: [AuditLogger, EdgeNodesService],
})
export class EdgeHealthModule {}
