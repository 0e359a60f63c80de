import { Module } from '@nestjs/common';
import { DomainsModule } from '../domains/domains.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { CacheController } from './cache.controller.ts';
import { CachePurgesService } from './cache-purges.service.ts';

@Module({
  imports: [DomainsModule, PlansModule],
  controllers: [CacheController],
  providers: [CachePurgesService],
})
export class CacheModule {}
