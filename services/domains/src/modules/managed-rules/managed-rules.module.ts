import { Module } from '@nestjs/common';
import { ManagedRulesController } from './managed-rules.controller.ts';
import { ManagedRulesService } from './managed-rules.service.ts';

@Module({
  controllers: [ManagedRulesController],
  providers: [ManagedRulesService],
  exports: [ManagedRulesService],
})
export class ManagedRulesModule {}
