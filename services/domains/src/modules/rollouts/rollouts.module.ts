import { Module } from '@nestjs/common';
import { AuditLogger } from '@palisade/messaging/nest';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainsModule } from '../domains/domains.module.ts';
import { PublicationModule } from '../publication/publication.module.ts';
import { RolloutStoreModule } from '../rollout-store/rollout-store.module.ts';
import { WafConfigModule } from '../waf-config/waf-config.module.ts';
import { RolloutsController } from './rollouts.controller.ts';
import { RolloutsService } from './rollouts.service.ts';

@Module({
  imports: [ClockModule, DomainsModule, PublicationModule, RolloutStoreModule, WafConfigModule],
  controllers: [RolloutsController],
  providers: [AuditLogger, RolloutsService],
})
export class RolloutsModule {}
