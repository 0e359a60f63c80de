import { Module } from '@nestjs/common';
import { KnownDevicesService } from './known-devices.service.ts';

/** Devices that accounts have signed in on. */
@Module({
  providers: [KnownDevicesService],
  exports: [KnownDevicesService],
})
export class KnownDevicesModule {}
