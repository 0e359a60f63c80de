import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditAction } from '@palisade/contracts';
import type { UserId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';

/** What administrators write for each other. */
const BETWEEN_ADMINISTRATORS: readonly AuditAction[] = ['user.note_added', 'user.note_deleted'];
/** `domain.added` is how older versions recorded it. */
const MADE_A_DOMAIN = ['domain.created', 'domain.added'];

export interface AccountAuditRow {
  id: string;
  at: Date;
  actor_id: string;
  action: string;
  target_type: string;
  target_id: string;
  details: Record<string, string>;
}

/** The part of the audit log that is about one account: what its owner did, and what others did to it or to its domains. */
@Injectable()
export class AccountAuditService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Newest first. Each part is read by an index, so that what others do does not count. */
  list(userId: UserId, page: { before: string | null; limit: number }): Promise<AccountAuditRow[]> {
    const part = (
      about: string,
    ) => `(SELECT a.id, a.at, a.actor_id, a.action, a.target_type, a.target_id, a.details
         FROM audit_log a
        WHERE ${about} AND a.action <> ALL ($4)
          AND ($2::uuid IS NULL OR (a.at, a.id) < (SELECT b.at, b.id FROM audit_log b WHERE b.id = $2))
        ORDER BY a.at DESC, a.id DESC LIMIT $3)`;
    return this.database.query<AccountAuditRow[]>(
      `SELECT * FROM (
         ${part('a.actor_id = $1')}
         UNION
         ${part("a.target_id = $1 AND a.target_type = 'user'")}
         UNION
         ${part(`a.target_id IN
           (SELECT d.target_id FROM audit_log d WHERE d.actor_id = $1 AND d.action = ANY ($5))`)}
       ) own ORDER BY at DESC, id DESC LIMIT $3`,
      [userId, page.before, page.limit, BETWEEN_ADMINISTRATORS, MADE_A_DOMAIN],
    );
  }
}
