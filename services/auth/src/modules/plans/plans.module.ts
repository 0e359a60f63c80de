import { Module } from '@nestjs/common';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { ConnectionsModule } from '../../connections/connections.module.ts';
import { AuditModule } from '../audit/audit.module.ts';
import { PlanEventsController } from './plan-events.controller.ts';
import { PlansService } from './plans.service.ts';

/** Which plan users have: billing knows. */
@Module({
  imports: [AuditModule, ConnectionsModule],
  controllers: [PlanEventsController],
  providers: [PlansService, UserPlansRepository],
  exports: [PlansService],
})
export class PlansModule {}
