import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, AuditLogService } from '../audit/audit-log.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { lockAccount } from '../users/users.service.ts';
import { CREDENTIALS, type Revocation } from './credentials.ts';

/** The one place that revokes all access to an account. */
@Injectable()
export class AccountAccessService {
  constructor(
    private readonly audit: AuditLogService,
    private readonly events: SecurityActivityService,
  ) {}

  /**
   * Revokes everything, in the transaction of the change that requires it. Identities that the gateway has cached stay
   * valid for at most four more seconds. What is created at the same moment with the old password is refused: see
   * `lockAccount`.
   */
  async endAll(
    manager: EntityManager,
    {
      actor,
      ...what
    }: Omit<Revocation, 'keepSession'> & { actor: Actor; keepSession?: Revocation['keepSession'] },
  ): Promise<void> {
    const ending: Revocation = { keepSession: null, ...what };
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
