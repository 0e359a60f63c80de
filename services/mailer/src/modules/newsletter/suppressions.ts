import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SqlExecutor } from '@palisade/messaging';
import type { DataSource } from 'typeorm';
import { oneRow } from '../../database/sql.ts';

export type SuppressionCause = 'unsubscribed' | 'bounced' | 'complained';

/** Addresses that get nothing but mail about their account. Asked right before each mail that is not. */
@Injectable()
export class Suppressions {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async causeFor(email: string): Promise<SuppressionCause | null> {
    const row = await oneRow<{ cause: SuppressionCause }>(
      this.dataSource,
      'SELECT cause FROM suppressions WHERE email = lower($1)',
      [email],
    );
    return row?.cause ?? null;
  }

  /** What a mail server or a complaint says weighs more than a form, and a form never lifts it. */
  async add(sql: SqlExecutor, email: string, cause: SuppressionCause): Promise<void> {
    await sql.query(
      `INSERT INTO suppressions (email, cause) VALUES (lower($1), $2)
       ON CONFLICT (email) DO UPDATE SET cause = excluded.cause WHERE suppressions.cause = 'unsubscribed'`,
      [email, cause],
    );
  }

  /** Its reader asked for mail again. */
  async lift(sql: SqlExecutor, email: string): Promise<void> {
    await sql.query(`DELETE FROM suppressions WHERE email = lower($1) AND cause = 'unsubscribed'`, [email]);
  }
}

/** The audit log is kept for good and holds no addresses; who knows one can still look whether it was this. */
export function addressDigest(email: string): string {
  return `sha256:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`;
}
