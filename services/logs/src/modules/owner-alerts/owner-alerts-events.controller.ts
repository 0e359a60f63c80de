import { Controller } from '@nestjs/common';
import type { userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { AlertRulesService } from './alert-rules.service.ts';

/** Deletes the rules of a deleted account. */
@Controller()
export class OwnerAlertsEventsController {
  constructor(private readonly rules: AlertRulesService) {}

  @OnEvent('auth.user_deleted.v1', { idempotent: true })
  onUserDeleted({ userId }: userEventsV1.UserDeleted): Promise<void> {
    return this.rules.forgetOwner(userId);
  }
}
