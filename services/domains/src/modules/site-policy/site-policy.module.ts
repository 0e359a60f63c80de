import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { ManagedRulesModule } from '../managed-rules/managed-rules.module.ts';
import { OriginCertificateStoreModule } from '../origin-certificate-store/origin-certificate-store.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { RolloutStoreModule } from '../rollout-store/rollout-store.module.ts';
import { SitePolicyController } from './site-policy.controller.ts';
import { SitePolicyService } from './site-policy.service.ts';
import { SitePolicyVersionsRepository } from './site-policy-versions.repository.ts';

@Module({
  imports: [
    ClockModule,
    DomainStoreModule,
    ListsModule,
    ManagedRulesModule,
    OriginCertificateStoreModule,
    PlansModule,
    PublicationModule,
    RolloutStoreModule,
  ],
  controllers: [SitePolicyController],
  providers: [AuditLogger, SitePolicyService, SitePolicyVersionsRepository],
  exports: [SitePolicyService, SitePolicyVersionsRepository],
})
export class SitePolicyModule {}
