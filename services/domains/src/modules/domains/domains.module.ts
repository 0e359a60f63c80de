import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { OwnershipModule } from '../ownership/ownership.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { DomainViewsService } from './domain-views.service.ts';
import { DomainsController } from './domains.controller.ts';
import { DomainsService } from './domains.service.ts';

@Module({
  imports: [DomainStoreModule, OwnershipModule, PlansModule, PublicationModule, SitePolicyModule],
  controllers: [DomainsController],
  providers: [AuditLogger, DomainViewsService, DomainsService],
  exports: [DomainsService],
})
export class DomainsModule {}
