import { Module } from '@nestjs/common';
import { AdmissionService } from './admission.service.ts';
import { KnownDevicesService } from './known-devices.service.ts';
import { RateLimiterService } from './rate-limiter.service.ts';

/** Who may still call. */
@Module({
  providers: [AdmissionService, KnownDevicesService, RateLimiterService],
  exports: [AdmissionService],
})
export class RateLimitsModule {}
