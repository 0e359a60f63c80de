import { Controller } from '@nestjs/common';
import type { userEventsV1 } from '@palisade/contracts';
import { OnEvent } from '@palisade/messaging/nest';
import { LogStreamsRepository } from './log-streams.repository.ts';

/** Deletes the streams of a deleted account; those of a removed site are deleted with its records. */
@Controller()
export class LogStreamsEventsController {
  constructor(private readonly streams: LogStreamsRepository) {}

  @OnEvent('auth.user_deleted.v1', { idempotent: true })
  onUserDeleted({ userId }: userEventsV1.UserDeleted): Promise<void> {
    return this.streams.forgetOwner(userId);
  }
}
