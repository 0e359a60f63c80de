import { Inject, Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import type { UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AccountAccess } from '../account-access/account-access.ts';
import { refuseLastAdmin } from '../accounts/last-admin.ts';
import { UserEntity } from '../accounts/user.entity.ts';
import { Users } from '../accounts/users.ts';
import type { Actor } from '../audit/audit-log.ts';
import { MailRequests } from '../events/mail-requests.ts';
import { BILLING, type BillingClient } from '../internal/clients.ts';

/** Account data goes this long after an account was closed, as the privacy policy says. */
const RETENTION = '30 days';

/** The end of a subscription, and of an account. */
@Injectable()
export class AccountClosing {
  constructor(
    private readonly database: DataSource,
    private readonly users: Users,
    private readonly access: AccountAccess,
    private readonly outbox: OutboxWriter,
    private readonly mails: MailRequests,
    @Inject(BILLING) private readonly billing: BillingClient,
  ) {}

  /** The user is on the free plan when this resolves. */
  async cancelSubscription(userId: UserId): Promise<void> {
    await this.billing.cancelSubscription({ userId });
  }

  /**
   * Cancels what is paid for, then closes the account: nothing opens it any more, its address and name are free.
   * @param alsoDo what has to happen in the same transaction
   * @throws DomainError unavailable while billing does not answer (nothing has happened then); conflict `last_admin`
   */
  async close(
    userId: UserId,
    actor: Actor,
    alsoDo: (manager: EntityManager) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await refuseLastAdmin(this.database.manager, userId);
    await this.cancelSubscription(userId);
    await this.database.transaction(async (manager) => {
      await refuseLastAdmin(manager, userId);
      const user = await this.users.get(manager, userId);
      await manager.update(UserEntity, { id: userId }, { isActive: false, deletedAt: new Date() });
      await this.access.endAll(manager, { userId, reason: 'deleted', actor });
      await this.mails.send(manager, { template: 'account_deleted', to: user });
      await this.outbox.add(manager, 'auth.user_deleted.v1', userId, { userId, email: user.email });
      await alsoDo(manager);
    });
  }

  /** Removes the data of accounts that were closed long enough ago. Answers how many. */
  async purge(): Promise<number> {
    const [, removed] = await this.database.query<[unknown, number]>(
      `DELETE FROM users WHERE deleted_at < now() - interval '${RETENTION}'`,
    );
    return removed;
  }
}
