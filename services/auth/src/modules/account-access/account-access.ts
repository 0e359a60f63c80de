import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { type Actor, AuditLog } from '../audit/audit-log.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';
import { CREDENTIALS, type Ending } from './credentials.ts';

/** One change of an account's credentials at a time: whoever makes one takes this before they look whether they may. */
export const lockAccount = (manager: EntityManager, userId: UserId): Promise<unknown> =>
  manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);

/** The one place that ends what opens an account. */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly audit: AuditLog,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * Ends everything, in the transaction of what makes it due. The gateway's answers from before hold for four seconds
   * more at most. What is made at the same moment with the old password is refused: see `lockAccount`.
   */
  async endAll(
    manager: EntityManager,
    { actor, ...what }: Omit<Ending, 'keepSession'> & { actor: Actor; keepSession?: Ending['keepSession'] },
  ): Promise<void> {
    const ending: Ending = { keepSession: null, ...what };
    await lockAccount(manager, ending.userId);
    for (const credential of Object.values(CREDENTIALS)) await credential.end(manager, ending);
    await this.audit.record(
      manager,
      actor,
      'account.access_ended',
      { type: 'user', id: ending.userId },
      { reason: ending.reason },
    );
    await this.events.record(manager, {
      userId: ending.userId,
      kind: 'access_ended',
      actor,
      details: { reason: ending.reason },
    });
  }
}
