import { Controller } from '@nestjs/common';
import type { billingEventsV1, userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { OwnersService } from './owners.service.ts';

/** What happens to owners. */
@Controller()
export class OwnersEventsController {
  constructor(private readonly owners: OwnersService) {}

  @OnEvent('billing.user_plan_changed.v1')
  onPlanChanged(event: billingEventsV1.UserPlanChanged): Promise<void> {
    return this.owners.planChanged(event);
  }

  @OnEvent('auth.user_updated.v1')
  onUserUpdated(event: userEventsV1.UserUpdated): Promise<void> {
    return this.owners.activityChanged(event.userId, event.isActive);
  }

  @OnEvent('auth.user_deactivated.v1')
  onUserDeactivated(event: userEventsV1.UserDeactivated): Promise<void> {
    return this.owners.activityChanged(event.userId, false);
  }

  @OnEvent('auth.user_deleted.v1')
  onUserDeleted(event: userEventsV1.UserDeleted): Promise<void> {
    return this.owners.deleted(event.userId);
  }
}
