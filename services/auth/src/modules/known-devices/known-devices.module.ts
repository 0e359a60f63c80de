import { Module } from '@nestjs/common';
import { KnownDevicesService } from './known-devices.service.ts';

/** Where accounts have been signed in to before. */
@Module({
  providers: [KnownDevicesService],
  exports: [KnownDevicesService],
})
export class KnownDevicesModule {}
