import { Module } from '@nestjs/common';
import { ManagedRulesController } from './managed-rules.controller.ts';
import { ManagedRulesService } from './managed-rules.service.ts';
import { RuleReleasesService } from './rule-releases.service.ts';

@Module({
  controllers: [ManagedRulesController],
  providers: [ManagedRulesService, RuleReleasesService],
  exports: [ManagedRulesService, RuleReleasesService],
})
export class ManagedRulesModule {}
