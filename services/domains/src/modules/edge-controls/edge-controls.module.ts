import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { EdgeControlsController } from './edge-controls.controller.ts';
import { EdgeControlsService } from './edge-controls.service.ts';

@Module({
  controllers: [EdgeControlsController],
  providers: [AuditLogger, EdgeControlsService],
  exports: [EdgeControlsService],
})
export class EdgeControlsModule {}
