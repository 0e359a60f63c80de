import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Actor, AuditLogService } from '../audit/audit-log.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { isSuspicious } from './suspicious-factor.rules.ts';

/**
 * Second factors that a recovery by mail can remove. Mail alone must not remove a factor, or the factor would not
 * protect against someone who has the mailbox. But one that a thief has set up keeps the owner out for good. What tells
 * them apart is the device: an owner sets a factor up on one that the account has known for a while; a thief, of the
 * password or of the mailbox, comes on a new one. So a factor of a new device is removed by a reset within a week, and
 * its set-up is announced by mail at once.
 */
@Injectable()
export class SuspiciousFactorsService {
  constructor(
    private readonly mails: MailRequestsService,
    private readonly audit: AuditLogService,
    private readonly events: SecurityActivityService,
  ) {}

  /**
   * In the transaction that returns an account to whoever reads its mail.
   * @param stolenAt when the account was taken over, if known: factors set up since are removed too
   */
  async remove(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'email' | 'fullName' | 'username' | 'emailConfirmedAt'>,
    actor: Actor,
    stolenAt: Date | null = null,
  ): Promise<void> {
    const [factor] = await manager.query<
      { id: string; enabled_at: Date; on_new_device: boolean; now: Date }[]
    >(
      `SELECT id, enabled_at, on_new_device, now() FROM mfa_configs
        WHERE user_id = $1 AND enabled_at IS NOT NULL FOR UPDATE`,
      [user.id],
    );
    if (factor === undefined) return;
    const { enabled_at: enabledAt, on_new_device: onNewDevice, now } = factor;
    const addressConfirmed = user.emailConfirmedAt !== null;
    if (!isSuspicious({ enabledAt, onNewDevice }, { now, addressConfirmed, stolenAt })) return;
    await manager.query('DELETE FROM mfa_configs WHERE id = $1', [factor.id]);
    await this.mails.send(manager, { template: 'mfa_disabled', to: user });
    await this.audit.record(
      manager,
      actor,
      'mfa.disabled',
      { type: 'user', id: user.id },
      { by: 'recovery' },
    );
    await this.events.record(manager, { userId: user.id, kind: 'mfa_disabled', actor });
  }
}
