import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../../connections/connections.module.ts';
import { PlanEventsController } from './plan-events.controller.ts';
import { PlansService } from './plans.service.ts';
import { UserPlanCopiesRepository } from './user-plan-copies.repository.ts';

/** Which plan users have: billing knows. */
@Module({
  imports: [ConnectionsModule],
  controllers: [PlanEventsController],
  providers: [PlansService, UserPlanCopiesRepository],
  exports: [PlansService],
})
export class PlansModule {}
