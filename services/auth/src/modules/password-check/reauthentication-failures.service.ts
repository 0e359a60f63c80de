import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../audit/audit-log.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';

/** Anybody mistypes a password now and then; so many times in a row is worth a look. */
export const FAILURES_PER_NOTICE = 5;

/** Tells the owner of an account that somebody in one of its sessions does not know the password. */
@Injectable()
export class ReauthenticationFailuresService {
  constructor(
    private readonly database: DataSource,
    private readonly events: SecurityActivityService,
  ) {}

  /** @param attempt which wrong one in a row it is, of this session */
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
