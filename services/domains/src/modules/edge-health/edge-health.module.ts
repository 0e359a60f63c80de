import { Module } from '@nestjs/common';
import { EdgeControlsModule } from '../edge-controls/edge-controls.module.ts';
import { EdgeAddressesController } from './edge-addresses.controller.ts';
import { EdgeAddressesService } from './edge-addresses.service.ts';
import { EdgeHealthController } from './edge-health.controller.ts';
import { EdgeNodesService } from './edge-nodes.service.ts';

@Module({
  imports: [EdgeControlsModule],
  controllers: [EdgeAddressesController, EdgeHealthController],
  providers: [EdgeAddressesService, EdgeNodesService],
})
export class EdgeHealthModule {}
