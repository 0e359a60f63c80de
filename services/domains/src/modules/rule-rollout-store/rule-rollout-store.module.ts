import { Module } from '@nestjs/common';
import { RuleRolloutSitesRepository } from './rule-rollout-sites.repository.ts';
import { RuleRolloutsRepository } from './rule-rollouts.repository.ts';

@Module({
  providers: [RuleRolloutSitesRepository, RuleRolloutsRepository],
  exports: [RuleRolloutSitesRepository, RuleRolloutsRepository],
})
export class RuleRolloutStoreModule {}
