import { Controller } from '@nestjs/common';
import type { billingEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { UserPlanCopiesRepository } from './user-plan-copies.repository.ts';

/** What billing says about users' plans. */
@Controller()
export class PlanEventsController {
  constructor(private readonly copies: UserPlanCopiesRepository) {}

  @OnEvent('billing.user_plan_changed.v1')
  userPlanChanged(change: billingEventsV1.UserPlanChanged): Promise<void> {
    return this.copies.take(change);
  }
}
