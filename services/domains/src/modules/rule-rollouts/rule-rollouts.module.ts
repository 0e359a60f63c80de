import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { RuleRolloutStoreModule } from '../rule-rollout-store/rule-rollout-store.module.ts';
import { RuleRolloutsController } from './rule-rollouts.controller.ts';
import { RuleRolloutsJob } from './rule-rollouts.job.ts';
import { RuleRolloutsService } from './rule-rollouts.service.ts';
import { SiteRuleRolloutsController } from './site-rule-rollouts.controller.ts';
import { SiteRuleRolloutsService } from './site-rule-rollouts.service.ts';

@Module({
  imports: [ClockModule, DomainStoreModule, PublicationModule, RuleRolloutStoreModule],
  controllers: [RuleRolloutsController, SiteRuleRolloutsController],
  providers: [AuditLogger, RuleRolloutsJob, RuleRolloutsService, SiteRuleRolloutsService],
  exports: [SiteRuleRolloutsService],
})
export class RuleRolloutsModule {}
