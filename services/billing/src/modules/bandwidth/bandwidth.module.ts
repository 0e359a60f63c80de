import { Module } from '@nestjs/common';
import { BandwidthService } from './bandwidth.service.ts';
import { BandwidthEventsController } from './bandwidth-events.controller.ts';

@Module({
  controllers: [BandwidthEventsController],
  providers: [BandwidthService],
  exports: [BandwidthService],
})
export class BandwidthModule {}
