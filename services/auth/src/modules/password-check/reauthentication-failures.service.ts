import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../audit/audit-log.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';

/** Anybody mistypes a password now and then; this many in a row are reported. */
export const FAILURES_PER_NOTICE = 5;

/** Tells the owner that somebody in one of the account's sessions does not know the password. */
@Injectable()
export class ReauthenticationFailuresService {
  constructor(
    private readonly database: DataSource,
    private readonly events: SecurityActivityService,
  ) {}

  /** @param attempt number of consecutive wrong attempts in this session */
  async note(actor: Actor, attempt: number): Promise<void> {
    if (attempt % FAILURES_PER_NOTICE !== 0) return;
    await this.database.transaction((manager) =>
      this.events.record(manager, {
        userId: actor.userId,
        kind: 'reauthentication_failed',
        actor,
        details: { attempts: String(attempt) },
      }),
    );
  }
}
