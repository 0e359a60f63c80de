// Creates an administrator, for the operator's `palisade create-admin`.
import { randomBytes } from 'node:crypto';
import { EventSigner, OutboxWriter } from '@palisade/messaging';
import { DomainError, loadConfig, openDatabase } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { adminToolFields } from '../config/config.ts';
import { databaseOptions } from '../database/database.ts';
import { AuditLogService } from '../modules/audit/audit-log.service.ts';
import { EmailTokensService } from '../modules/email-tokens/email-tokens.service.ts';
import { newPasswordSchema, rejectCommonPassword } from '../modules/passwords/password.schema.ts';
import { PasswordHasherService } from '../modules/passwords/password-hasher.service.ts';
import type { UserEntity } from '../modules/users/user.entity.ts';
import { emailSchema, fullNameSchema, usernameSchema } from '../modules/users/user.schema.ts';
import { UsersService } from '../modules/users/users.service.ts';

export interface NewAdministrator {
  email: string;
  username: string;
  fullName: string;
  /** Null: a random password that nobody knows; the answer has a link to set one. */
  password: string | null;
}

export interface MadeAdministrator {
  id: string;
  email: string;
  /** Works once, within an hour. */
  link: string | null;
}

const accountSchema = z.object({
  email: emailSchema,
  username: usernameSchema,
  fullName: fullNameSchema,
  password: newPasswordSchema.nullable(),
});

/** Actor in the audit log: whoever holds the installation's secrets. No account has this id. */
const OPERATOR = 'operator';

/** @throws DomainError `account_exists`, `password_common`; ZodError for an invalid field */
export async function createAdministrator(
  environment: NodeJS.ProcessEnv,
  wanted: NewAdministrator,
): Promise<MadeAdministrator> {
  const account = accountSchema.parse(wanted);
  if (account.password !== null) rejectCommonPassword(account.password, account);
  const hasher = new PasswordHasherService({ concurrency: 1, queue: 0 });
  const passwordHash = await hasher.hash(account.password ?? randomBytes(32).toString('base64url'));
  return await withUsers(environment, async ({ manager, users, tokens, audit, publicUrl }) => {
    const user = await users.add(manager, { ...account, passwordHash, isAdmin: true, emailConfirmed: true });
    await audit('user.created', user);
    const token = account.password === null ? await tokens.issue(manager, user, 'reset') : null;
    const link = token && `${publicUrl}/reset-password?token=${token}`;
    return { id: user.id, email: user.email, link };
  });
}

/**
 * Makes an existing account an administrator; its password stays. @throws DomainError `user_not_found`,
 * `already_administrator`
 */
export async function promoteToAdministrator(
  environment: NodeJS.ProcessEnv,
  email: string,
): Promise<MadeAdministrator> {
  return await withUsers(environment, async ({ manager, users, audit }) => {
    const user = await users.findForSignIn(manager, email);
    if (user === null) throw new DomainError('not_found', 'user_not_found', `There is no account ${email}.`);
    if (user.isAdmin) {
      throw new DomainError(
        'conflict',
        'already_administrator',
        `${user.email} is an administrator already.`,
      );
    }
    await users.update(manager, user, { isAdmin: true });
    await audit('user.updated', user);
    return { id: user.id, email: user.email, link: null };
  });
}

interface Tools {
  manager: EntityManager;
  users: UsersService;
  tokens: EmailTokensService;
  audit(action: string, user: UserEntity): Promise<void>;
  publicUrl: string;
}

/** In one transaction: the account, its events and its audit log entry. */
async function withUsers<T>(environment: NodeJS.ProcessEnv, work: (tools: Tools) => Promise<T>): Promise<T> {
  const config = loadConfig(adminToolFields, environment);
  const database = await openDatabase(databaseOptions(config));
  const tokens = new EmailTokensService();
  const users = new UsersService(
    new OutboxWriter(new EventSigner('auth', config.PALISADE_EVENT_SIGNING_KEY)),
    tokens,
  );
  const log = new AuditLogService(database);
  try {
    return await database.transaction((manager) => {
      const audit = (action: string, user: UserEntity) =>
        log.append(manager, {
          id: uuidv7(),
          at: new Date(),
          actorId: OPERATOR,
          action,
          targetType: 'user',
          targetId: user.id,
          details: { is_admin: 'true' },
          clientAddress: '',
          requestId: '',
        });
      return work({ manager, users, tokens, audit, publicUrl: config.PALISADE_PUBLIC_URL });
    });
  } finally {
    await database.destroy();
  }
}
