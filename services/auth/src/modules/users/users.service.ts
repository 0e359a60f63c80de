import { Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import { affectedRows, DomainError, newId, type UserId, violatedUnique } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { EmailTokensService } from '../email-tokens/email-tokens.service.ts';
import { UserEntity } from './user.entity.ts';
import { emailKey, usernameKey } from './user.schema.ts';

export interface NewUser {
  email: string;
  username: string;
  fullName: string;
  passwordHash: string;
  isAdmin: boolean;
  emailConfirmed: boolean;
}

/** Accounts in the database, and the events about them for other services. */
@Injectable()
export class UsersService {
  constructor(
    private readonly outbox: OutboxWriter,
    private readonly tokens: EmailTokensService,
  ) {}

  /** @throws DomainError invalid `account_exists` */
  async add(manager: EntityManager, user: NewUser): Promise<UserEntity> {
    const entity = manager.create(UserEntity, {
      id: newId<UserId>(),
      email: user.email.trim(),
      emailKey: emailKey(user.email),
      username: user.username.trim(),
      usernameKey: usernameKey(user.username),
      fullName: user.fullName,
      passwordHash: user.passwordHash,
      passwordChangedAt: new Date(),
      isAdmin: user.isAdmin,
      isActive: true,
      emailConfirmedAt: user.emailConfirmed ? new Date() : null,
      emailAlerts: true,
      attackNotifications: true,
      weeklyReports: true,
      marketingEmails: false,
      deletedAt: null,
    });
    await refusingDuplicates(() => manager.insert(UserEntity, entity));
    await this.refuseHeldAddress(manager, entity);
    await this.outbox.add(manager, 'auth.user_registered.v1', entity.id, {
      userId: entity.id,
      email: entity.email,
      username: entity.username,
      fullName: entity.fullName,
      isAdmin: entity.isAdmin,
    });
    if (user.emailConfirmed) {
      await this.outbox.add(manager, 'auth.user_email_confirmed.v1', entity.id, {
        userId: entity.id,
        email: entity.email,
      });
    }
    return entity;
  }

  /**
   * Writes the change and announces it to other services.
   * @throws DomainError invalid `account_exists`
   */
  async update(
    manager: EntityManager,
    user: UserEntity,
    changes: Partial<Pick<UserEntity, 'email' | 'username' | 'fullName' | 'isAdmin' | 'isActive'>>,
  ): Promise<UserEntity> {
    const { email, username, ...rest } = changes;
    const emailChanges = email !== undefined && emailKey(email) !== user.emailKey;
    Object.assign(user, rest, {
      ...(email !== undefined && { email: email.trim(), emailKey: emailKey(email) }),
      ...(emailChanges && { emailConfirmedAt: null }),
      ...(username !== undefined && { username: username.trim(), usernameKey: usernameKey(username) }),
    });
    await refusingDuplicates(() => manager.save(UserEntity, user));
    if (emailChanges) await this.refuseHeldAddress(manager, user);
    await this.outbox.add(manager, 'auth.user_updated.v1', user.id, {
      userId: user.id,
      email: user.email,
      username: user.username,
      fullName: user.fullName,
      isAdmin: user.isAdmin,
      isActive: user.isActive,
    });
    return user;
  }

  /** An account that has not been closed. @throws DomainError not_found `user_not_found` */
  async get(manager: EntityManager, id: UserId): Promise<UserEntity> {
    const user = await manager
      .createQueryBuilder(UserEntity, 'user')
      .where('user.id = :id AND user.deletedAt IS NULL', { id })
      .getOne();
    if (!user) {
      throw new DomainError('not_found', 'user_not_found', 'User not found');
    }
    return user;
  }

  /** Includes the password hash, which other reads omit. `null`: no account signs in with this address. */
  async findForSignIn(manager: EntityManager, email: string): Promise<UserEntity | null> {
    return withPassword(manager)
      .where('user.emailKey = :key AND user.deletedAt IS NULL', { key: emailKey(email) })
      .getOne();
  }

  /** Active accounts whose owner has confirmed one of the addresses. */
  findConfirmed(manager: EntityManager, emails: readonly string[]): Promise<UserEntity[]> {
    return manager
      .createQueryBuilder(UserEntity, 'user')
      .where('user.emailKey = ANY(:keys) AND user.deletedAt IS NULL', { keys: emails.map(emailKey) })
      .andWhere('user.isActive AND user.emailConfirmedAt IS NOT NULL')
      .getMany();
  }

  async getWithPassword(manager: EntityManager, id: UserId): Promise<UserEntity> {
    const user = await withPassword(manager)
      .where('user.id = :id AND user.deletedAt IS NULL', { id })
      .getOne();
    if (!user) {
      throw new DomainError('not_found', 'user_not_found', 'User not found');
    }
    return user;
  }

  /**
   * Checks that the account's password is still the one that was just compared; call it under the account's lock, since
   * a reset may have come between.
   * @throws DomainError unauthenticated `wrong_credentials`
   */
  async requireUnchanged(manager: EntityManager, compared: UserEntity): Promise<void> {
    const rows = await manager.query<unknown[]>(
      'SELECT FROM users WHERE id = $1 AND password_hash = $2 AND is_active AND deleted_at IS NULL',
      [compared.id, compared.passwordHash],
    );
    if (rows.length === 0) throw wrongCredentials();
  }

  async setPassword(manager: EntityManager, id: UserId, passwordHash: string): Promise<void> {
    await manager.update(UserEntity, { id }, { passwordHash, passwordChangedAt: new Date() });
  }

  /** The accounts with these ids that are not closed. */
  async findMany(manager: EntityManager, ids: readonly string[]): Promise<UserEntity[]> {
    return manager
      .createQueryBuilder(UserEntity, 'user')
      .where('user.id = ANY(:ids) AND user.deletedAt IS NULL', { ids })
      .getMany();
  }

  async count(manager: EntityManager): Promise<{ total: number; active: number }> {
    const [row] = await manager.query<{ total: string; active: string }[]>(
      'SELECT count(*) AS total, count(*) FILTER (WHERE is_active) AS active FROM users WHERE deleted_at IS NULL',
    );
    return { total: Number(row?.total ?? 0), active: Number(row?.active ?? 0) };
  }

  async setNotifications(
    manager: EntityManager,
    userId: UserId,
    settings: Pick<UserEntity, 'emailAlerts' | 'attackNotifications' | 'weeklyReports' | 'marketingEmails'>,
  ): Promise<void> {
    await manager.update(UserEntity, { id: userId }, settings);
    await this.outbox.add(manager, 'auth.user_notifications_changed.v1', userId, { userId, ...settings });
  }

  /** Its address and name become free at once; the row is removed later, see `removeClosed`. */
  async markClosed(manager: EntityManager, id: UserId): Promise<void> {
    await manager.update(UserEntity, { id }, { isActive: false, deletedAt: new Date() });
  }

  /** Removes the data of accounts closed at least `days` days ago. Returns how many. */
  async removeClosed(manager: EntityManager, days: number): Promise<number> {
    const removed = await affectedRows(
      manager,
      'DELETE FROM users WHERE deleted_at < now() - make_interval(days => $1)',
      [days],
    );
    return removed;
  }

  /**
   * Keeps at least one administrator: without any, only the command line could help. Called in the transaction that
   * removes one: two administrators who remove each other wait for each other here, and the second finds itself the
   * last.
   * @throws DomainError conflict `last_admin`
   */
  async refuseLastAdmin(manager: EntityManager, userId: UserId): Promise<void> {
    const admins = await manager.query<{ id: string }[]>(
      'SELECT id FROM users WHERE is_admin AND is_active AND deleted_at IS NULL ORDER BY id FOR UPDATE',
    );
    if (admins.length === 1 && admins[0]?.id === userId) {
      throw new DomainError('conflict', 'last_admin', 'The last administrator cannot be removed');
    }
  }

  /**
   * Refuses an address that its former owner can still reclaim (see `EmailChangesService`): otherwise somebody who took
   * over the account could keep it by registering the address again. Called after writing the row, which waits for a
   * concurrent change.
   */
  private async refuseHeldAddress(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'emailKey'>,
  ): Promise<void> {
    if (await this.tokens.canBeTakenBack(manager, user.emailKey, user.id)) throw accountExists('email');
  }
}

/** Serializes changes of an account's credentials: take this lock before checking whether the change is allowed. */
export const lockAccount = (manager: EntityManager, userId: UserId): Promise<unknown> =>
  manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);

export const wrongCredentials = (): DomainError =>
  new DomainError('unauthenticated', 'wrong_credentials', 'Invalid email or password');

const withPassword = (manager: EntityManager | DataSource) =>
  manager.createQueryBuilder(UserEntity, 'user').addSelect('user.passwordHash');

async function refusingDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedUnique(error);
    if (constraint === null) throw error;
    throw accountExists(constraint === 'users_username_key' ? 'username' : 'email', error);
  }
}

/** Both registration screens match exactly this text. */
const accountExists = (path: 'email' | 'username', cause?: unknown): DomainError =>
  new DomainError('invalid', 'account_exists', 'Email or username already registered', {
    cause,
    fields: [{ path, message: `Another account has this ${path === 'email' ? 'email address' : path}` }],
  });
