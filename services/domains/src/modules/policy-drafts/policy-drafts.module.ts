import { Module } from '@nestjs/common';
import { ClockModule } from '../clock/clock.module.ts';
import { DomainStoreModule } from '../domain-store/domain-store.module.ts';
import { SitePolicyModule } from '../site-policy/site-policy.module.ts';
import { PolicyDraftsController } from './policy-drafts.controller.ts';
import { PolicyDraftsRepository } from './policy-drafts.repository.ts';
import { PolicyDraftsService } from './policy-drafts.service.ts';

@Module({
  imports: [ClockModule, DomainStoreModule, SitePolicyModule],
  controllers: [PolicyDraftsController],
  providers: [PolicyDraftsRepository, PolicyDraftsService],
})
export class PolicyDraftsModule {}
