import { Injectable } from '@nestjs/common';
import { OutboxWriter } from '@palisade/messaging';
import { DomainError, newId, type UserId } from '@palisade/nest-kit';
import { type DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { emailKey, usernameKey } from './account-keys.ts';
import { UserEntity } from './user.entity.ts';

export interface NewUser {
  email: string;
  username: string;
  fullName: string;
  passwordHash: string;
  isAdmin: boolean;
  emailConfirmed: boolean;
}

const UNIQUE_VIOLATION = '23505';

/** Accounts in the database, and the facts about them that other services hear of. */
@Injectable()
export class Users {
  constructor(private readonly outbox: OutboxWriter) {}

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
    await refuseHeldAddress(manager, entity);
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

  /** Writes what changed and tells the others. @throws DomainError invalid `account_exists` */
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
    if (emailChanges) await refuseHeldAddress(manager, user);
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

  /** With its password hash, which nothing else reads along. `null`: nobody signs in with this address. */
  async findForSignIn(manager: EntityManager, email: string): Promise<UserEntity | null> {
    return withPassword(manager)
      .where('user.emailKey = :key AND user.deletedAt IS NULL', { key: emailKey(email) })
      .getOne();
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
   * That the account is still the one whose password was just compared. Whoever opens something with a password looks
   * again under the account's lock: a reset may have come between.
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
}

export const wrongCredentials = (): DomainError =>
  new DomainError('unauthenticated', 'wrong_credentials', 'Invalid email or password');

const withPassword = (manager: EntityManager | DataSource) =>
  manager.createQueryBuilder(UserEntity, 'user').addSelect('user.passwordHash');

async function refusingDuplicates<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (
      error instanceof QueryFailedError &&
      (error.driverError as { code?: unknown }).code === UNIQUE_VIOLATION
    ) {
      throw accountExists(error.driverError);
    }
    throw error;
  }
}

/**
 * An address that its owner can still take back (see `EmailChanges`) is nobody else's: whoever took the account over
 * would keep it by registering the address anew. After the row was written, which waits for a change that is under way.
 */
async function refuseHeldAddress(
  manager: EntityManager,
  user: Pick<UserEntity, 'id' | 'emailKey'>,
): Promise<void> {
  const held = await manager.query<unknown[]>(
    `SELECT FROM email_tokens WHERE lower(email) = $1 AND purpose = 'undo' AND used_at IS NULL
        AND expires_at > now() AND user_id <> $2 LIMIT 1`,
    [user.emailKey, user.id],
  );
  if (held.length > 0) throw accountExists();
}

/** Both screens that register look for exactly this text. */
const accountExists = (cause?: unknown): DomainError =>
  new DomainError('invalid', 'account_exists', 'Email or username already registered', { cause });
