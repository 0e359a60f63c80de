import { Controller } from '@nestjs/common';
import type { billingEventsV1 } from '@palisade/contracts';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { OnEvent } from '@palisade/messaging/nest';
import { DataSource } from 'typeorm';

/** What billing says about users' plans. */
@Controller()
export class PlanEventsController {
  constructor(
    private readonly database: DataSource,
    private readonly plans: UserPlansRepository,
  ) {}

  @OnEvent('billing.user_plan_changed.v1')
  userPlanChanged(change: billingEventsV1.UserPlanChanged): Promise<void> {
    return this.plans.takeChange(this.database, change);
  }
}
