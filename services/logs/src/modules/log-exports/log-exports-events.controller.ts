import { Controller } from '@nestjs/common';
import type { userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { LogExportsRepository } from './log-exports.repository.ts';

/** Deletes the exports of a deleted account; those of a removed site are deleted with its records. */
@Controller()
export class LogExportsEventsController {
  constructor(private readonly exports: LogExportsRepository) {}

  @OnEvent('auth.user_deleted.v1', { idempotent: true })
  onUserDeleted({ userId }: userEventsV1.UserDeleted): Promise<void> {
    return this.exports.forgetOwner(userId);
  }
}
