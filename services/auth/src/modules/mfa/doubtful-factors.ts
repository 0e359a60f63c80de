import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { UserEntity } from '../accounts/user.entity.ts';
import { type Actor, AuditLog } from '../audit/audit-log.ts';
import { MailRequests } from '../events/mail-requests.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';

/** A device that the account has known for less than this is new; a factor of such a device is doubtful for as long. */
export const DOUBTFUL_DAYS = 7;

/**
 * Second factors that whoever reads the account's mail can take away. Mail alone must not remove a factor, or it would
 * guard against nobody who has the mailbox. But one that a thief has set up keeps the owner out for good. What tells
 * them apart is where it was set up: an owner does that on a device that the account has known for a while; a thief, of
 * the password or of the mailbox, comes on a new one. So a factor of a new device goes with a reset within a week, and
 * its set-up is told by mail at once.
 */
@Injectable()
export class DoubtfulFactors {
  constructor(
    private readonly mails: MailRequests,
    private readonly audit: AuditLog,
    private readonly events: SecurityEvents,
  ) {}

  /**
   * In the transaction that gives an account back to whoever reads its mail.
   * @param stolenAt when the account was taken over, as far as that is known: what was set up since goes too
   */
  async remove(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'email' | 'fullName' | 'username' | 'emailConfirmedAt'>,
    actor: Actor,
    stolenAt: Date | null = null,
  ): Promise<void> {
    const [, removed] = await manager.query<[unknown, number]>(
      `DELETE FROM mfa_configs WHERE user_id = $1 AND enabled_at IS NOT NULL
          AND ($2::boolean OR enabled_at >= $3::timestamptz
               OR on_new_device AND enabled_at > coalesce($3::timestamptz, now()) - make_interval(days => ${DOUBTFUL_DAYS}))`,
      // Who has never shown that the address is theirs set it up for somebody else.
      [user.id, user.emailConfirmedAt === null, stolenAt],
    );
    if (removed === 0) return;
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
