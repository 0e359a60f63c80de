import { Inject, Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { BILLING, type BillingClient } from '../../connections/connections.module.ts';
import { AccountAccessService } from '../account-access/account-access.service.ts';
import type { Actor } from '../audit/audit-log.service.ts';
import { EmailTokensService } from '../email-tokens/email-tokens.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { lockAccount, UsersService } from '../users/users.service.ts';

/** Account data is kept this long after the account was closed, as the privacy policy says. */
const RETENTION_DAYS = 30;

/** Ends subscriptions, and closes accounts. */
@Injectable()
export class AccountClosingService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly access: AccountAccessService,
    private readonly tokens: EmailTokensService,
    private readonly outbox: OutboxWriter,
    private readonly mails: MailRequestsService,
    @Inject(BILLING) private readonly billing: BillingClient,
  ) {}

  /** Resolves when the user is on the free plan. */
  async cancelSubscription(userId: UserId): Promise<void> {
    await this.billing.cancelSubscription({ userId });
  }

  /**
   * Closes the account: all access is revoked, its address and name become free. Billing cancels the subscription when
   * it receives the event, which the outbox guarantees: cancelled before, the subscription would be lost if closing
   * then failed.
   * @param alsoDo further work in the same transaction
   * @throws DomainError conflict `last_admin`; `address_changed_recently` where the owner closes the account while the
   * former address can still reclaim it: whoever has taken the account over must not prevent that
   */
  async close(
    userId: UserId,
    actor: Actor,
    alsoDo: (manager: EntityManager) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      await this.users.refuseLastAdmin(manager, userId);
      await lockAccount(manager, userId);
      if (actor.userId === userId) await this.refuseWhileTakenBack(manager, userId);
      const user = await this.users.get(manager, userId);
      await this.users.markClosed(manager, userId);
      await this.access.endAll(manager, { userId, reason: 'deleted', actor });
      await this.mails.send(manager, { template: 'account_deleted', to: user });
      await this.outbox.add(manager, 'auth.user_deleted.v1', userId, { userId, email: user.email });
      await alsoDo(manager);
    });
  }

  private async refuseWhileTakenBack(manager: EntityManager, userId: UserId): Promise<void> {
    const until = await this.tokens.takesBackUntil(manager, userId);
    if (until === null) return;
    throw new DomainError(
      'conflict',
      'address_changed_recently',
      `The email address was changed recently, and its former owner can still undo that. This account can be closed from ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    );
  }

  /** Removes the data of accounts that were closed long enough ago. Returns how many. */
  purge(): Promise<number> {
    return this.users.removeClosed(this.database.manager, RETENTION_DAYS);
  }
}
