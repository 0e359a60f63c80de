import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { SqlExecutor } from '@palisade/messaging';
import { queryOne } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

export type SuppressionCause = 'unsubscribed' | 'bounced' | 'complained';

export interface Suppression {
  cause: SuppressionCause;
  /** False: somebody filled in the form, which may not have been the address's reader. */
  isProven: boolean;
}

/** Addresses that receive account mail only. Checked right before each other mail. */
@Injectable()
export class SuppressionsService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(email: string): Promise<Suppression | null> {
    const row = await queryOne<{ cause: SuppressionCause; is_proven: boolean }>(
      this.dataSource,
      'SELECT cause, is_proven FROM suppressions WHERE email = lower($1)',
      [email],
    );
    return row && { cause: row.cause, isProven: row.is_proven };
  }

  /** A bounce or complaint outweighs a form, which never lifts it, nor anything proven. */
  async add(sql: SqlExecutor, email: string, { cause, isProven }: Suppression): Promise<void> {
    await sql.query(
      `INSERT INTO suppressions (email, cause, is_proven) VALUES (lower($1), $2, $3)
       ON CONFLICT (email) DO UPDATE SET cause = excluded.cause,
         is_proven = suppressions.is_proven OR excluded.is_proven WHERE suppressions.cause = 'unsubscribed'`,
      [email, cause, isProven],
    );
  }

  /** The reader asked for mail again. */
  async lift(sql: SqlExecutor, email: string): Promise<void> {
    await sql.query(`DELETE FROM suppressions WHERE email = lower($1) AND cause = 'unsubscribed'`, [email]);
  }
}

/** The audit log is kept for good and holds no addresses; a hash lets whoever knows one check whether it was this. */
export function addressDigest(email: string): string {
  return `sha256:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`;
}
