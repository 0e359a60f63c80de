import { Injectable } from '@nestjs/common';
import { DomainError, requireReauthentication, type UserCaller, type UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { AccountAccessService } from '../account-access/account-access.service.ts';
import { AuditLogService } from '../audit/audit-log.service.ts';
import { EmailChangesService } from '../email-confirmation/email-changes.service.ts';
import { EmailConfirmationService } from '../email-confirmation/email-confirmation.service.ts';
import { MailRequestsService } from '../mail-requests/mail-requests.service.ts';
import { PasswordCheckService } from '../password-check/password-check.service.ts';
import { rejectCommonPassword } from '../passwords/password.schema.ts';
import { PasswordHasherService } from '../passwords/password-hasher.service.ts';
import { SecurityActivityService } from '../security-activity/security-activity.service.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { emailKey } from '../users/user.schema.ts';
import { lockAccount, UsersService } from '../users/users.service.ts';
import type {
  accountUpdateSchema,
  NotificationSettingsView,
  passwordChangeSchema,
} from './settings.schema.ts';

/** Users' changes of their own account. */
@Injectable()
export class AccountSettingsService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly changes: EmailChangesService,
    private readonly mails: MailRequestsService,
    private readonly passwords: PasswordCheckService,
    private readonly hasher: PasswordHasherService,
    private readonly access: AccountAccessService,
    private readonly sessions: SessionsService,
    private readonly confirmation: EmailConfirmationService,
    private readonly audit: AuditLogService,
    private readonly events: SecurityActivityService,
  ) {}

  /**
   * A new address must be confirmed; the old one is notified and can undo the change. @throws DomainError invalid
   * `account_exists`; `too_many_attempts`
   */
  async update(caller: UserCaller, change: z.infer<typeof accountUpdateSchema>): Promise<UserEntity> {
    const { emailKey: present } = await this.users.get(this.database.manager, caller.userId);
    if (emailKey(change.email) !== present) {
      // Somebody else's address would make it somebody else's account: reset links go there.
      requireReauthentication(caller);
      await this.confirmation.countRequest(caller);
    }
    return this.database.transaction(async (manager) => {
      await lockAccount(manager, caller.userId);
      const user = await this.users.get(manager, caller.userId);
      if (emailKey(change.email) !== user.emailKey) {
        // Checked again under the lock: what has ended the session meanwhile must not be undone by it.
        requireReauthentication(caller);
        await this.sessions.requireOpen(manager, caller);
      }
      const before = { email: user.email, confirmed: user.emailConfirmedAt };
      await this.users.update(manager, user, {
        email: change.email,
        ...(typeof change.full_name === 'string' && { fullName: change.full_name }),
      });
      // Only another spelling of the same address keeps its confirmation.
      if (before.confirmed !== null && user.emailConfirmedAt !== null) return user;
      if (before.email !== user.email) {
        await this.changes.announce(manager, user, before);
        await this.audit.record(manager, caller, 'account.address_changed', { type: 'user', id: user.id });
        await this.events.record(manager, {
          userId: user.id,
          kind: 'email_changed',
          actor: caller,
          details: { from: before.email, to: user.email },
        });
      }
      return user;
    });
  }

  /** Revokes all access except this session. @throws DomainError `password_incorrect`, `password_common` */
  async changePassword(caller: UserCaller, change: z.infer<typeof passwordChangeSchema>): Promise<void> {
    const user = await this.passwords.require(caller, change.current_password, 'current_password');
    // nosemgrep: no-timing-of-secrets -- both came from the same caller in one request
    if (change.new_password === change.current_password) {
      const detail = 'The new password must differ from the current one';
      throw new DomainError('unprocessable', 'password_unchanged', detail, {
        fields: [{ path: 'new_password', message: detail }],
      });
    }
    rejectCommonPassword(change.new_password, user, 'new_password');
    const passwordHash = await this.hasher.hash(change.new_password);
    await this.database.transaction(async (manager) => {
      await lockAccount(manager, user.id);
      await this.users.requireUnchanged(manager, user);
      await this.users.setPassword(manager, user.id, passwordHash);
      await this.events.record(manager, { userId: user.id, kind: 'password_changed', actor: caller });
      await this.access.endAll(manager, {
        userId: user.id,
        reason: 'password_changed',
        actor: caller,
        keepSession: caller.sessionId,
      });
      // The outstanding link was revoked with the rest.
      if (user.emailConfirmedAt === null) await this.confirmation.request(manager, user);
      await this.mails.send(manager, { template: 'password_changed', to: user });
    });
  }

  async notifications(userId: UserId): Promise<NotificationSettingsView> {
    return toView(await this.users.get(this.database.manager, userId));
  }

  async setNotifications(
    userId: UserId,
    settings: NotificationSettingsView,
  ): Promise<NotificationSettingsView> {
    return this.database.transaction(async (manager) => {
      const user = await this.users.get(manager, userId);
      const changes = {
        emailAlerts: settings.email_alerts,
        attackNotifications: settings.attack_notifications,
        weeklyReports: settings.weekly_reports,
        marketingEmails: settings.marketing_emails,
      };
      await this.users.setNotifications(manager, userId, changes);
      return toView({ ...user, ...changes });
    });
  }
}

const toView = (
  user: Pick<UserEntity, 'emailAlerts' | 'attackNotifications' | 'weeklyReports' | 'marketingEmails'>,
): NotificationSettingsView => ({
  email_alerts: user.emailAlerts,
  attack_notifications: user.attackNotifications,
  weekly_reports: user.weeklyReports,
  marketing_emails: user.marketingEmails,
});
