import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { RolloutStoreModule } from '../rollout-store/rollout-store.module.ts';
import { RuleRolloutsModule } from '../rule-rollouts/rule-rollouts.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { RolloutDeadlinesJob } from './rollout-deadlines.job.ts';
import { RolloutFiguresEventsController } from './rollout-figures-events.controller.ts';
import { RolloutWatchService } from './rollout-watch.service.ts';
import { RolloutsController } from './rollouts.controller.ts';
import { RolloutsService } from './rollouts.service.ts';

@Module({
  imports: [
    ClockModule,
    DomainStoreModule,
    PublicationModule,
    RolloutStoreModule,
    RuleRolloutsModule,
    SitePolicyModule,
  ],
  controllers: [RolloutFiguresEventsController, RolloutsController],
  providers: [AuditLogger, RolloutDeadlinesJob, RolloutsService, RolloutWatchService],
})
export class RolloutsModule {}
