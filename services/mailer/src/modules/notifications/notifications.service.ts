import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SqlExecutor } from '@palisade/messaging';
import { queryOne, queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { MailRendererService } from '../../templating/renderer/mail-renderer.service.ts';
import { isMailTemplate, MAIL_TEXTS } from '../../templating/texts/mail-texts.ts';
import { AccountsService } from '../accounts/accounts.service.ts';
import { type MailCategory, reasonToWithhold } from '../mails/mail.rules.ts';
import { isNotified, MAX_NOTIFICATIONS, RETENTION_DAYS } from './notification.rules.ts';

/** An event, as its mail describes it. */
export interface NotificationInput {
  id: string;
  category: MailCategory;
  template: string;
  userId?: string | null;
  variables?: Readonly<Record<string, string>>;
}

export interface NotificationRow {
  id: string;
  at: Date;
  category: MailCategory;
  kind: string;
  tone: string;
  title: string;
  preview: string;
  domain: string;
  read_at: Date | null;
}

/** Owners' notifications in the dashboard: the events that cause mails, under the same settings, in the same words. */
@Injectable()
export class NotificationsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly accounts: AccountsService,
    private readonly renderer: MailRendererService,
  ) {}

  /** The same event again adds nothing, and what the owner has switched off is not shown. */
  async record(
    sql: SqlExecutor,
    { id, category, template, userId, variables = {} }: NotificationInput,
  ): Promise<void> {
    if (!userId || !isMailTemplate(template) || !isNotified(template)) return;
    const account = await this.accounts.byId(userId);
    if (account === null || reasonToWithhold(category, null, account) !== null) return;
    const { subject, preview } = this.renderer.headline(template, variables);
    const added = await queryRows(
      sql,
      `INSERT INTO notifications (id, user_id, category, kind, tone, title, preview, domain)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING RETURNING 1`,
      [id, userId, category, template, MAIL_TEXTS[template].tone, subject, preview, variables.domain ?? ''],
    );
    if (added.length > 0) await this.forget(sql, userId);
  }

  /** Newest first. @param before the last notification of the previous page */
  list(userId: string, page: { before: string | null; limit: number }): Promise<NotificationRow[]> {
    return queryRows<NotificationRow>(
      this.dataSource,
      `SELECT id, at, category, kind, tone, title, preview, domain, read_at FROM notifications
       WHERE user_id = $1 AND at > now() - make_interval(days => ${RETENTION_DAYS})
         AND ($2::text IS NULL
              OR (at, id) < (SELECT n.at, n.id FROM notifications n WHERE n.id = $2 AND n.user_id = $1))
       ORDER BY at DESC, id DESC LIMIT $3`,
      [userId, page.before, page.limit],
    );
  }

  async unread(userId: string): Promise<number> {
    const row = await queryOne<{ count: number }>(
      this.dataSource,
      `SELECT count(*)::int AS count FROM notifications WHERE user_id = $1 AND read_at IS NULL
         AND at > now() - make_interval(days => ${RETENTION_DAYS})`,
      [userId],
    );
    return row?.count ?? 0;
  }

  /** @param ids null: all; those of other owners are ignored */
  async markRead(userId: string, ids: readonly string[] | null): Promise<void> {
    await this.dataSource.query(
      `UPDATE notifications SET read_at = now()
       WHERE user_id = $1 AND read_at IS NULL AND ($2::text[] IS NULL OR id = ANY($2))`,
      [userId, ids],
    );
  }

  /** Removes notifications that are too old, of all owners, and those beyond this account's maximum. */
  private async forget(sql: SqlExecutor, userId: string): Promise<void> {
    await sql.query(`DELETE FROM notifications WHERE at < now() - make_interval(days => ${RETENTION_DAYS})`);
    await sql.query(
      `DELETE FROM notifications WHERE id IN
         (SELECT id FROM notifications WHERE user_id = $1 ORDER BY at DESC, id DESC OFFSET ${MAX_NOTIFICATIONS})`,
      [userId],
    );
  }
}
