import { Inject, Injectable } from '@nestjs/common';
import type { AuditDetails } from '@palisade/contracts';
import { OutboxWriter } from '@palisade/messaging';
import { DomainError, type UserCaller, type UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { BILLING, type BillingClient } from '../../connections/connections.module.ts';
import { AccountAccessService } from '../account-access/account-access.service.ts';
import { AccountClosingService } from '../account-closing/account-closing.service.ts';
import { AuditLogService } from '../audit/audit-log.service.ts';
import { EmailChangesService } from '../email-confirmation/email-changes.service.ts';
import { EmailConfirmationService } from '../email-confirmation/email-confirmation.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { rejectCommonPassword } from '../passwords/password.schema.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { lockAccount, UsersService } from '../users/users.service.ts';
import type { AdminUserCreate, AdminUserUpdate } from './admin-user.schema.ts';

/** Administrators' changes of accounts. Each is recorded in the audit log in the same transaction. */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly hasher: PasswordHasherService,
    private readonly access: AccountAccessService,
    private readonly closing: AccountClosingService,
    private readonly changes: EmailChangesService,
    private readonly confirmation: EmailConfirmationService,
    private readonly mails: MailRequestsService,
    private readonly audit: AuditLogService,
    private readonly outbox: OutboxWriter,
    private readonly events: SecurityActivityService,
    @Inject(BILLING) private readonly billing: BillingClient,
  ) {}

  get(id: UserId): Promise<UserEntity> {
    return this.users.get(this.database.manager, id);
  }

  /** @throws DomainError `account_exists`, `password_common`, `plan_unknown` */
  async create(actor: UserCaller, wanted: AdminUserCreate): Promise<UserEntity> {
    rejectCommonPassword(wanted.password, wanted);
    const passwordHash = await this.hasher.hash(wanted.password);
    return this.database.transaction(async (manager) => {
      const user = await this.users.add(manager, {
        email: wanted.email,
        username: wanted.username,
        fullName: wanted.full_name ?? '',
        passwordHash,
        isAdmin: wanted.is_admin ?? false,
        emailConfirmed: false,
      });
      await this.confirmation.request(manager, user);
      await this.audit.record(manager, actor, 'user.created', target(user.id), {
        is_admin: String(user.isAdmin),
        plan: wanted.plan ?? 'free',
      });
      // Last before the commit: if billing refuses, no account is created.
      if (wanted.plan && wanted.plan !== 'free') await this.setPlan(actor, user.id, wanted.plan);
      return user;
    });
  }

  /** @throws DomainError `user_not_found`, `account_exists`, `password_common`, `own_account`, `last_admin`, `plan_unknown`, `ends_paid_time` */
  async update(actor: UserCaller, id: UserId, change: AdminUserUpdate): Promise<UserEntity> {
    if (id === actor.userId && (change.is_admin === false || change.is_active === false)) throw ownAccount();
    const password = change.password ? change.password : null;
    const passwordHash = password === null ? null : await this.hasher.hash(password);
    return this.database.transaction(async (manager) => {
      if (change.is_admin === false || change.is_active === false)
        await this.users.refuseLastAdmin(manager, id);
      // After all administrators, who are always locked in the same order.
      await lockAccount(manager, id);
      const user = await this.users.get(manager, id);
      const before = { ...user };
      await this.users.update(manager, user, {
        email: change.email,
        username: change.username,
        ...(typeof change.full_name === 'string' && { fullName: change.full_name }),
        ...(change.is_admin !== undefined && { isAdmin: change.is_admin }),
        ...(change.is_active !== undefined && { isActive: change.is_active }),
      });
      if (password !== null && passwordHash !== null) {
        rejectCommonPassword(password, user);
        await this.users.setPassword(manager, id, passwordHash);
        await this.events.record(manager, { userId: id, kind: 'password_changed', actor });
        await this.access.endAll(manager, {
          userId: id,
          reason: 'password_changed',
          actor,
          keepSession: id === actor.userId ? actor.sessionId : null,
        });
        await this.mails.send(manager, { template: 'password_changed', to: user });
      }
      if (before.isActive && !user.isActive) await this.shutOut(manager, actor, id);
      // After all outstanding links have been revoked.
      if (before.emailKey === user.emailKey) {
        const unconfirmed = password !== null && user.emailConfirmedAt === null;
        if (unconfirmed) await this.confirmation.request(manager, user);
      } else {
        // As where owners do it themselves: an administrator's stolen session must not take an account over unnoticed.
        await this.changes.announce(manager, user, {
          email: before.email,
          confirmed: before.emailConfirmedAt,
        });
        const details = { from: before.email, to: user.email };
        await this.events.record(manager, { userId: id, kind: 'email_changed', actor, details });
      }
      const changed = changedFields(before, user, password !== null, change);
      await this.audit.record(manager, actor, 'user.updated', target(id), changed);
      if (change.plan) await this.setPlan(actor, id, change.plan, change.ends_paid_time);
      return user;
    });
  }

  /** @throws DomainError `user_not_found`, `own_account`, `last_admin` */
  async setActive(actor: UserCaller, id: UserId, isActive: boolean): Promise<UserEntity> {
    if (id === actor.userId && !isActive) throw ownAccount();
    return this.database.transaction(async (manager) => {
      if (!isActive) await this.users.refuseLastAdmin(manager, id);
      await lockAccount(manager, id);
      const user = await this.users.get(manager, id);
      if (user.isActive === isActive) return user;
      await this.users.update(manager, user, { isActive });
      if (!isActive) await this.shutOut(manager, actor, id);
      const action = isActive ? 'user.activated' : 'user.deactivated';
      await this.audit.record(manager, actor, action, target(id));
      return user;
    });
  }

  /** @throws DomainError `user_not_found`, `own_account`, `last_admin` */
  async delete(actor: UserCaller, id: UserId): Promise<void> {
    if (id === actor.userId) throw ownAccount();
    await this.users.get(this.database.manager, id);
    await this.closing.close(id, actor, (manager) =>
      this.audit.record(manager, actor, 'user.deleted', target(id)),
    );
  }

  private async shutOut(manager: EntityManager, actor: UserCaller, id: UserId): Promise<void> {
    await this.access.endAll(manager, { userId: id, reason: 'deactivated', actor });
    await this.outbox.add(manager, 'auth.user_deactivated.v1', id, { userId: id });
  }

  private async setPlan(
    actor: UserCaller,
    userId: UserId,
    planSlug: string,
    endsPaidTime = false,
  ): Promise<void> {
    try {
      await this.billing.setUserPlan({ userId, planSlug, actorId: actor.userId, endsPaidTime });
    } catch (error) {
      if (error instanceof DomainError && error.code === 'ends_paid_time') {
        throw new DomainError('conflict', error.code, error.detail, {
          fields: [{ path: 'ends_paid_time', message: error.detail }],
          cause: error,
        });
      }
      if (error instanceof DomainError && (error.kind === 'not_found' || error.kind === 'invalid')) {
        throw new DomainError('unprocessable', 'plan_unknown', error.detail, {
          fields: [{ path: 'plan', message: error.detail }],
          cause: error,
        });
      }
      throw error;
    }
  }
}

const target = (id: UserId) => ({ type: 'user', id });

const ownAccount = () =>
  new DomainError('conflict', 'own_account', 'You cannot deactivate, demote or delete your own account here');

/** Details worth recording; names and addresses are not kept, only that they changed. */
function changedFields(
  before: UserEntity,
  after: UserEntity,
  password: boolean,
  { plan, ends_paid_time }: AdminUserUpdate,
): AuditDetails {
  const personal = (['email', 'username', 'fullName'] as const).filter(
    (field) => before[field] !== after[field],
  );
  return {
    ...Object.fromEntries(personal.map((field) => [field === 'fullName' ? 'full_name' : field, 'changed'])),
    ...(password && { password: 'changed' }),
    ...(before.isAdmin !== after.isAdmin && { is_admin: String(after.isAdmin) }),
    ...(before.isActive !== after.isActive && { is_active: String(after.isActive) }),
    ...(plan && { plan }),
    ...(plan && ends_paid_time && { ends_paid_time: 'true' }),
  };
}
