import { Module } from '@nestjs/common';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { CacheController } from './cache.controller.ts';
import { CachePurgesService } from './cache-purges.service.ts';

@Module({
  imports: [DomainStoreModule, PlansModule],
  controllers: [CacheController],
  providers: [CachePurgesService],
})
export class CacheModule {}
