import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../audit/audit-log.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';

/** Anybody mistypes a password now and then; so many times in a row is worth a look. */
export const FAILURES_TOLD = 5;

/** Tells the owner of an account that somebody in one of its sessions does not know the password. */
@Injectable()
export class ReauthenticationFailures {
  constructor(
    private readonly database: DataSource,
    private readonly events: SecurityEvents,
  ) {}

  /** @param attempt which wrong one in a row it is, of this session */
  async note(actor: Actor, attempt: number): Promise<void> {
    if (attempt % FAILURES_TOLD !== 0) return;
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
