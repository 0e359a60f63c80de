import { Module } from '@nestjs/common';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { AuditModule } from '../audit/audit.module.ts';
import { PlanEventsController } from './plan-events.controller.ts';
import { PlansService } from './plans.service.ts';

/** Users' plans, from billing. */
@Module({
  imports: [AuditModule],
  controllers: [PlanEventsController],
  providers: [PlansService, UserPlansRepository],
  exports: [PlansService],
})
export class PlansModule {}
