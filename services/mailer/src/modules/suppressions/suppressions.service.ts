import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SqlExecutor } from '@palisade/messaging';
import type { DataSource } from 'typeorm';
import { oneRow } from '../../database/sql.ts';

export type SuppressionCause = 'unsubscribed' | 'bounced' | 'complained';

export interface Suppression {
  cause: SuppressionCause;
  /** False: somebody filled in the form, and only the address's reader could say whether it was them. */
  isProven: boolean;
}

/** Addresses that get nothing but mail about their account. Asked right before each mail that is not. */
@Injectable()
export class SuppressionsService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(email: string): Promise<Suppression | null> {
    const row = await oneRow<{ cause: SuppressionCause; is_proven: boolean }>(
      this.dataSource,
      'SELECT cause, is_proven FROM suppressions WHERE email = lower($1)',
      [email],
    );
    return row && { cause: row.cause, isProven: row.is_proven };
  }

  /** What a mail server or a complaint says weighs more than a form, and a form never lifts it; nor what is proven. */
  async add(sql: SqlExecutor, email: string, { cause, isProven }: Suppression): Promise<void> {
    await sql.query(
      `INSERT INTO suppressions (email, cause, is_proven) VALUES (lower($1), $2, $3)
       ON CONFLICT (email) DO UPDATE SET cause = excluded.cause,
         is_proven = suppressions.is_proven OR excluded.is_proven WHERE suppressions.cause = 'unsubscribed'`,
      [email, cause, isProven],
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
