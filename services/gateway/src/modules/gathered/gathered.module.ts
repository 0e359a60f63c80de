import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.ts';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.ts';
import { GatheredCallsService } from './gathered-calls.service.ts';

/** Calls that are answered out of several services' own. */
@Module({
  imports: [AuthenticationModule, RateLimitsModule],
  providers: [GatheredCallsService],
  exports: [GatheredCallsService],
})
export class GatheredModule {}
