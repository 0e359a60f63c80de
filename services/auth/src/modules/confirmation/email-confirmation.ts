import { Inject, Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import { type Caller, clientNetwork, DomainError, type UserCaller, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../config.ts';
import type { ClientFacts } from '../../http/client-facts.ts';
import { UserEntity } from '../accounts/user.entity.ts';
import { Users } from '../accounts/users.ts';
import type { Actor } from '../audit/audit-log.ts';
import { MailRequests } from '../events/mail-requests.ts';
import { GuessLimiter } from '../login/guess-limiter.ts';
import { KnownDevices } from '../login/known-devices.ts';
import { PasswordHasher } from '../passwords/password-hasher.ts';
import { SecurityEvents } from '../security-activity/security-events.ts';
import { EmailTokens } from './email-tokens.ts';

/** Who has followed a link. */
export interface LinkVisitor {
  caller: Caller;
  client: ClientFacts;
  password: string | null;
}

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
    private readonly devices: KnownDevices,
    private readonly hasher: PasswordHasher,
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

  /**
   * Takes two: the link, which only who reads the mail has, and a sign that they are who opened the account. Else
   * somebody could open one with another's address, wait for the click, and be its confirmed owner.
   * @throws DomainError invalid `link_invalid`, also if the account has another address by now; `password_required`,
   *   `password_incorrect`; `too_many_attempts`, `hashing_busy`
   */
  async confirm(token: string, visitor: LinkVisitor): Promise<void> {
    const { userId } = await this.tokens.peek(this.database.manager, token, 'confirm');
    await this.requireOwner(userId, visitor);
    await this.database.transaction(async (manager) => {
      const { email } = await this.tokens.redeem(manager, token, 'confirm');
      await this.markConfirmed(manager, { userId, clientAddress: visitor.client.address }, email);
    });
  }

  /** A session of the account, a device that it was signed in on, or its password. */
  private async requireOwner(userId: UserId, { caller, client, password }: LinkVisitor): Promise<void> {
    if (caller.kind === 'user' && caller.userId === userId) return;
    const user = await this.users.getWithPassword(this.database.manager, userId);
    if ((await this.devices.trust(userId, client)) === 'device') return;
    if (password === null) {
      const detail =
        'This is not the browser that the account was opened with. Please enter the password of the account.';
      throw new DomainError('invalid', 'password_required', detail);
    }
    const counters = [{ key: `confirm-password:${userId}`, free: 10, memory: 'ACCOUNT' as const }];
    await this.limiter.begin(counters);
    const matches = await this.hasher.matches(user.passwordHash, password).catch(async (error: unknown) => {
      await this.limiter.takeBack(counters);
      throw error;
    });
    if (!matches) {
      const detail = 'Password is incorrect';
      throw new DomainError('invalid', 'password_incorrect', detail, {
        fields: [{ path: 'password', message: detail }],
      });
    }
    await this.limiter.forget(counters.map(({ key }) => key));
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
