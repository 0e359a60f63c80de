import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { userEventsV1 } from '@palisade/contracts';
import type { SqlExecutor } from '@palisade/messaging';
import { queryOne } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { AUTH, type AuthClient } from '../../connections/connections.module.ts';

export interface AccountRow {
  user_id: string;
  email: string;
  username: string;
  full_name: string;
  is_active: boolean;
  email_alerts: boolean;
  attack_notifications: boolean;
  weekly_reports: boolean;
  marketing_emails: boolean;
}

/** The mailer's copy of account data: kept up to date by events, and requested from auth where none has arrived. */
@Injectable()
export class AccountsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(AUTH) private readonly auth: AuthClient,
  ) {}

  async byId(userId: string): Promise<AccountRow | null> {
    const known = await this.find(userId);
    if (known) return known;
    const { users } = await this.auth.getUsers({ ids: [userId] });
    const [user] = users;
    if (!user) return null;
    await this.write({ ...user, userId: user.id });
    if (user.notifications) await this.writeSettings({ ...user.notifications, userId });
    return this.find(userId);
  }

  /** @param sql connection of the caller's transaction, if there is one */
  async byEmail(email: string, sql: SqlExecutor = this.dataSource): Promise<AccountRow | null> {
    return queryOne<AccountRow>(
      sql,
      'SELECT * FROM accounts WHERE lower(email) = lower($1) AND is_active ORDER BY user_id LIMIT 1',
      [email],
    );
  }

  async write(
    user: Pick<userEventsV1.UserUpdated, 'userId' | 'email' | 'username' | 'fullName' | 'isActive'>,
  ): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO accounts (user_id, email, username, full_name, is_active) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, username = excluded.username,
         full_name = excluded.full_name, is_active = excluded.is_active`,
      [user.userId, user.email, user.username, user.fullName, user.isActive],
    );
  }

  async writeSettings(
    settings: Omit<userEventsV1.UserNotificationsChanged, '$typeName' | '$unknown'>,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE accounts SET email_alerts = $2, attack_notifications = $3, weekly_reports = $4, marketing_emails = $5
       WHERE user_id = $1`,
      [
        settings.userId,
        settings.emailAlerts,
        settings.attackNotifications,
        settings.weeklyReports,
        settings.marketingEmails,
      ],
    );
  }

  async deactivate(userId: string): Promise<void> {
    await this.dataSource.query('UPDATE accounts SET is_active = false WHERE user_id = $1', [userId]);
  }

  /** With the account's alert channels and their deliveries. */
  async forget(userId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM alert_channels WHERE owner_id = $1', [userId]);
    await this.dataSource.query('DELETE FROM accounts WHERE user_id = $1', [userId]);
  }

  private find(userId: string): Promise<AccountRow | null> {
    return queryOne<AccountRow>(this.dataSource, 'SELECT * FROM accounts WHERE user_id = $1', [userId]);
  }
}

/** How mails address the owner of an account. */
export const nameOf = (account: { full_name: string; username: string }): string =>
  account.full_name || account.username;
