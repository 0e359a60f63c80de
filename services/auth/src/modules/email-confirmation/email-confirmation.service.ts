import { Inject, Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import {
  affectedRows,
  type Caller,
  clientNetwork,
  DomainError,
  type UserCaller,
  type UserId,
} from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { Actor } from '../audit/audit-log.service.ts';
import { EmailTokensService } from '../email-tokens/email-tokens.service.ts';
import { KnownDevicesService } from '../known-devices/known-devices.service.ts';
import { LoginThrottleService } from '../login-throttle/login-throttle.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { UsersService } from '../users/users.service.ts';

/** The person who followed a link. */
export interface ConfirmationRequest {
  caller: Caller;
  client: ClientInfo;
  password: string | null;
}

/** Confirms that an address belongs to the account's owner. */
@Injectable()
export class EmailConfirmationService {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly tokens: EmailTokensService,
    private readonly mails: MailRequestsService,
    private readonly outbox: OutboxWriter,
    private readonly events: SecurityActivityService,
    private readonly throttle: LoginThrottleService,
    private readonly devices: KnownDevicesService,
    private readonly hasher: PasswordHasherService,
  ) {}

  /**
   * Throttles further confirmations requested by a signed-in user. Accounts are free, so the network is counted too.
   * @throws DomainError `too_many_attempts`
   */
  async countRequest({ userId, clientAddress }: Pick<UserCaller, 'userId' | 'clientAddress'>): Promise<void> {
    await this.throttle.begin([
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
          'Your email address is already confirmed',
        );
      }
      await this.request(manager, user);
    });
  }

  /**
   * Needs two proofs: the link, which only the reader of the mail has, and evidence that the same person opened the
   * account. Otherwise somebody could register with another's address, wait for the click, and own a confirmed account.
   * @throws DomainError invalid `link_invalid`, also if the account has another address by now; `password_required`,
   *   `password_incorrect`; `too_many_attempts`, `hashing_busy`
   */
  async confirm(token: string, visitor: ConfirmationRequest): Promise<void> {
    const { userId } = await this.tokens.peek(this.database.manager, token, 'confirm');
    await this.requireOwner(userId, visitor);
    await this.database.transaction(async (manager) => {
      const { email } = await this.tokens.redeem(manager, token, 'confirm');
      await this.markConfirmed(manager, { userId, clientAddress: visitor.client.address }, email);
    });
  }

  /** A session of the account, a device that it was signed in on, or its password. */
  private async requireOwner(
    userId: UserId,
    { caller, client, password }: ConfirmationRequest,
  ): Promise<void> {
    if (caller.kind === 'user' && caller.userId === userId) return;
    const user = await this.users.getWithPassword(this.database.manager, userId);
    if ((await this.devices.trust(userId, client)) === 'device') return;
    if (password === null) {
      const detail = 'This is not the browser that the account was created with. Please enter your password.';
      throw new DomainError('invalid', 'password_required', detail, {
        fields: [{ path: 'password', message: detail }],
      });
    }
    const counters = [{ key: `confirm-password:${userId}`, free: 10, memory: 'ACCOUNT' as const }];
    await this.throttle.begin(counters);
    const matches = await this.hasher.matches(user.passwordHash, password).catch(async (error: unknown) => {
      await this.throttle.takeBack(counters);
      throw error;
    });
    if (!matches) {
      const detail = 'Password is incorrect';
      throw new DomainError('invalid', 'password_incorrect', detail, {
        fields: [{ path: 'password', message: detail }],
      });
    }
    await this.throttle.forget(counters.map(({ key }) => key));
  }

  /** Records that the account's owner reads mail to this address, if it is still the account's. */
  async markConfirmed(manager: EntityManager, actor: Actor, email: string): Promise<void> {
    const { userId } = actor;
    const changed = await affectedRows(
      manager,
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
