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

/** Account data goes this long after an account was closed, as the privacy policy says. */
const RETENTION_DAYS = 30;

/** The end of a subscription, and of an account. */
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

  /** The user is on the free plan when this resolves. */
  async cancelSubscription(userId: UserId): Promise<void> {
    await this.billing.cancelSubscription({ userId });
  }

  /**
   * Closes the account: nothing opens it any more, its address and name are free. Billing cancels what is paid for when it
   * hears of it, which the outbox sees to: cancelled before, it would be lost where the account then stays.
   * @param alsoDo what has to happen in the same transaction
   * @throws DomainError conflict `last_admin`; `address_changed_recently` where its owner closes it while the address of before
   * can still take the account back: whoever has taken it over must not end that
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
      `The email address was changed lately, and whoever reads mail to the one before can take that back. This account can be closed from ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    );
  }

  /** Removes the data of accounts that were closed long enough ago. Answers how many. */
  purge(): Promise<number> {
    return this.users.removeClosed(this.database.manager, RETENTION_DAYS);
  }
}
