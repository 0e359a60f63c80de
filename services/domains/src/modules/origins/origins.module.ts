import { Module } from '@nestjs/common';
import { DnsModule } from '../dns/dns.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { OriginLockController } from './origin-lock.controller.ts';
import { OriginLockService } from './origin-lock.service.ts';
import { OriginsController } from './origins.controller.ts';
import { OriginsService } from './origins.service.ts';

@Module({
  imports: [DnsModule, DomainStoreModule, SitePolicyModule],
  controllers: [OriginLockController, OriginsController],
  providers: [OriginLockService, OriginsService],
})
export class OriginsModule {}
