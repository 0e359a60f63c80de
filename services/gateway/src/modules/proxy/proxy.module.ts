import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.ts';
import { GatheredModule } from '../gathered/gathered.module.ts';
import { OpenApiModule } from '../openapi/openapi.module.ts';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.ts';
import { SupportViewsModule } from '../support-views/support-views.module.ts';
import { ApiProxyService } from './api-proxy.service.ts';
import { EventStreamsService } from './event-streams.service.ts';

/** The way of a call to the service that owns its path. */
@Module({
  imports: [AuthenticationModule, GatheredModule, OpenApiModule, RateLimitsModule, SupportViewsModule],
  providers: [ApiProxyService, EventStreamsService],
  exports: [ApiProxyService],
})
export class ProxyModule {}
