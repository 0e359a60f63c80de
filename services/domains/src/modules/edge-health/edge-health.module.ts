import { Module } from '@nestjs/common';
import { EdgeControlsModule } from '../edge-controls/edge-controls.module.ts';
import { EdgeHealthController } from './edge-health.controller.ts';
import { EdgeNodesService } from './edge-nodes.service.ts';

@Module({
  imports: [EdgeControlsModule],
  controllers: [EdgeHealthController],
  providers: [EdgeNodesService],
})
export class EdgeHealthModule {}
