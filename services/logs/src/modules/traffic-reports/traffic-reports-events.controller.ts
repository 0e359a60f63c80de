import { Controller } from '@nestjs/common';
import type { userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { ReportSettingsRepository } from './report-settings.repository.ts';

/** Deletes the brand of a deleted account. */
@Controller()
export class TrafficReportsEventsController {
  constructor(private readonly settings: ReportSettingsRepository) {}

  @OnEvent('auth.user_deleted.v1', { idempotent: true })
  onUserDeleted({ userId }: userEventsV1.UserDeleted): Promise<void> {
    return this.settings.forget(userId);
  }
}
