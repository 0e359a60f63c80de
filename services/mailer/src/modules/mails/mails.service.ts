import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SqlExecutor } from '@palisade/messaging';
import { DomainError, queryOne, queryRows } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { type ListPosition, momentOf, positionOf } from '../../http/list-position.ts';
import type { MailCategory } from './mail.rules.ts';

export type { MailCategory } from './mail.rules.ts';

export type MailStatus = 'queued' | 'sent' | 'failed' | 'withheld';

export interface MailRow {
  id: string;
  category: MailCategory;
  template: string;
  to_address: string;
  to_name: string;
  user_id: string | null;
  variables: Record<string, string>;
  sealed_variables: string;
  status: MailStatus;
  reason: string | null;
  attempts: number;
  smtp_server_id: number | null;
  created_at: Date;
  finished_at: Date | null;
}

export interface NewMail {
  id: string;
  category: MailCategory;
  template: string;
  to: string;
  toName?: string;
  userId?: string | null;
  variables?: Record<string, string>;
  /** Encrypted under the context `mail:<id>`. */
  sealedVariables?: string;
}

/** Lease of a process on a mail it took. Minutes. */
const CLAIM_MINUTES = 5;

const notFailed = () =>
  new DomainError('not_found', 'mail_not_failed', 'There is no failed email with this id');

/** Single mails in the database, which is the source of truth; the queue only triggers attempts. */
@Injectable()
export class MailsService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @returns false if the mail was requested before */
  async add(sql: SqlExecutor, mail: NewMail): Promise<boolean> {
    const added = await queryRows(
      sql,
      `INSERT INTO mails (id, category, template, to_address, to_name, user_id, variables, sealed_variables, status)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued') ON CONFLICT (id) DO NOTHING RETURNING 1`,
      [
        mail.id,
        mail.category,
        mail.template,
        mail.to,
        mail.toName ?? '',
        mail.userId || null,
        JSON.stringify(mail.variables ?? {}),
        mail.sealedVariables ?? '',
      ],
    );
    return added.length > 0;
  }

  /**
   * A second early is accepted: queue and database have different clocks. @returns null if it is finished, or another
   * process has it
   */
  claim(id: string): Promise<MailRow | null> {
    return queryOne<MailRow>(
      this.dataSource,
      `UPDATE mails SET attempts = attempts + 1, next_attempt_at = now() + make_interval(mins => ${CLAIM_MINUTES})
       WHERE id = $1 AND status = 'queued' AND next_attempt_at <= now() + interval '1 second' RETURNING *`,
      [id],
    );
  }

  /** The secrets of finished mails are deleted. */
  async finish(
    id: string,
    status: Exclude<MailStatus, 'queued'>,
    reason: string | null,
    serverId: number | null,
  ): Promise<void> {
    const keepsSecrets = status === 'failed';
    await this.dataSource.query(
      `UPDATE mails SET status = $2, reason = $3, smtp_server_id = $4, finished_at = now(),
         sealed_variables = CASE WHEN $5 THEN sealed_variables ELSE '' END
       WHERE id = $1`,
      [id, status, reason, serverId, keepsSecrets],
    );
  }

  async postpone(id: string, milliseconds: number, reason: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE mails SET next_attempt_at = now() + make_interval(secs => $2), reason = $3 WHERE id = $1`,
      [id, milliseconds / 1000, reason],
    );
  }

  /** Overdue mails that seem to have lost their job. */
  async overdue(seconds: number): Promise<string[]> {
    const due = await queryRows<{ id: string }>(
      this.dataSource,
      `SELECT id FROM mails WHERE status = 'queued' AND next_attempt_at < now() - make_interval(secs => $1)
       ORDER BY next_attempt_at LIMIT 500`,
      [seconds],
    );
    return due.map((row) => row.id);
  }

  /** Newest first, each with its position. @param page `before`: position of the previous page's last row */
  list(
    wanted: { status: MailStatus | null; search: string },
    page: { before: ListPosition | null; limit: number },
  ): Promise<(MailRow & { position: string })[]> {
    return queryRows<MailRow & { position: string }>(
      this.dataSource,
      `SELECT m.*, ${positionOf('m.created_at', 'm.id')} AS position FROM mails m WHERE ($1::text IS NULL OR m.status = $1)
         AND ($2 = '' OR strpos(lower(m.to_address), lower($2)) > 0)
         AND ($3::bigint IS NULL OR (m.created_at, m.id) < (${momentOf('$3')}, $4))
       ORDER BY m.created_at DESC, m.id DESC LIMIT $5`,
      [wanted.status, wanted.search, page.before?.micros ?? null, page.before?.key ?? '', page.limit],
    );
  }

  /** Queues a dead letter again, by an administrator's decision. */
  async revive(sql: SqlExecutor, id: string): Promise<MailRow> {
    const mail = await queryOne<MailRow>(
      sql,
      `UPDATE mails SET status = 'queued', attempts = 0, next_attempt_at = now(), finished_at = NULL
       WHERE id = $1 AND status = 'failed' RETURNING *`,
      [id],
    );
    if (!mail) throw notFailed();
    return mail;
  }

  /** Discards a dead letter. The row stays, so that its cause is not mailed again; its secrets are deleted. */
  async discard(sql: SqlExecutor, id: string): Promise<MailRow> {
    const mail = await queryOne<MailRow>(
      sql,
      `UPDATE mails SET status = 'withheld', reason = 'discarded: by an administrator', sealed_variables = ''
       WHERE id = $1 AND status = 'failed' RETURNING *`,
      [id],
    );
    if (!mail) throw notFailed();
    return mail;
  }

  /** The privacy policy keeps e-mail logs for 90 days, and support messages for three years. */
  async forgetOld(): Promise<void> {
    await this.dataSource.query(`DELETE FROM mails WHERE created_at < now() - interval '90 days'`);
    await this.dataSource.query(`DELETE FROM contact_messages WHERE created_at < now() - interval '3 years'`);
    await this.dataSource.query(`DELETE FROM bounces WHERE created_at < now() - interval '90 days'`);
  }
}
