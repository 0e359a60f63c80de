import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainsModule } from '../domains/domains.module.ts';
import { ListsModule } from '../lists/lists.module.ts';
import { ManagedRulesModule } from '../managed-rules/managed-rules.module.ts';
import { PlansModule } from '../plans/plans.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { RolloutStoreModule } from '../rollout-store/rollout-store.module.ts';
import { WafConfigController } from './waf-config.controller.ts';
import { WafConfigService } from './waf-config.service.ts';
import { WafConfigVersionsRepository } from './waf-config-versions.repository.ts';

@Module({
  imports: [
    ClockModule,
    DomainsModule,
    ListsModule,
    ManagedRulesModule,
    PlansModule,
    PublicationModule,
    RolloutStoreModule,
  ],
  controllers: [WafConfigController],
  providers: [AuditLogger, WafConfigService, WafConfigVersionsRepository],
  exports: [WafConfigService, WafConfigVersionsRepository],
})
export class WafConfigModule {}
