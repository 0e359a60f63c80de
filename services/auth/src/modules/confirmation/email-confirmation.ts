import { Inject, Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import { clientNetwork, DomainError, type UserCaller } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';
import { UserEntity } from '../accounts/user.entity.ts';
import { Users } from '../accounts/users.ts';
import type { Actor } from '../audit/audit-log.ts';
import { MailRequests } from '../events/mail-requests.ts';
import { GuessLimiter } from '../login/guess-limiter.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';
import { EmailTokens } from './email-tokens.ts';

/** Proof that an account's address is its owner's. */
@Injectable()
export class EmailConfirmation {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly users: Users,
    private readonly tokens: EmailTokens,
    private readonly mails: MailRequests,
    private readonly outbox: OutboxWriter,
    private readonly events: SecurityEvents,
    private readonly limiter: GuessLimiter,
  ) {}

  /**
   * Before somebody who is signed in has another confirmation sent. Accounts cost nothing, so their network counts too.
   * @throws DomainError `too_many_attempts`
   */
  async countRequest({ userId, clientAddress }: Pick<UserCaller, 'userId' | 'clientAddress'>): Promise<void> {
    await this.limiter.begin([
      { key: `confirm:${userId}`, free: 5 },
      { key: `confirm-net:${clientNetwork(clientAddress)}`, free: 30 },
    ]);
  }

  async request(manager: EntityManager, user: UserEntity): Promise<void> {
    const token = await this.tokens.issue(manager, user, 'confirm');
    await this.mails.send(manager, {
      template: 'confirm_email',
      to: user,
      secretVariables: { link: `${this.config.PALISADE_PUBLIC_URL}/confirm-email?token=${token}` },
    });
  }

  /** @throws DomainError invalid `email_already_confirmed`; `too_many_attempts` */
  async requestAgain(caller: UserCaller): Promise<void> {
    const { userId } = caller;
    await this.countRequest(caller);
    await this.database.transaction(async (manager) => {
      const user = await this.users.get(manager, userId);
      if (user.emailConfirmedAt !== null) {
        throw new DomainError(
          'invalid',
          'email_already_confirmed',
          'Your email address is confirmed already',
        );
      }
      await this.request(manager, user);
    });
  }

  /** @throws DomainError invalid `link_invalid`, also if the account has another address by now */
  async confirm(token: string, clientAddress: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const { userId, email } = await this.tokens.redeem(manager, token, 'confirm');
      await this.markConfirmed(manager, { userId, clientAddress }, email);
    });
  }

  /** Notes that the account's owner reads mail to this address, if it is still the account's. */
  async markConfirmed(manager: EntityManager, actor: Actor, email: string): Promise<void> {
    const { userId } = actor;
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE users SET email_confirmed_at = now(), updated_at = now()
        WHERE id = $1 AND email = $2 AND email_confirmed_at IS NULL AND deleted_at IS NULL`,
      [userId, email],
    );
    if (changed === 1) {
      await this.outbox.add(manager, 'auth.user_email_confirmed.v1', userId, { userId, email });
      await this.events.record(manager, { userId, kind: 'email_confirmed', actor, details: { email } });
    }
  }
}
