import { Injectable } from '@nestjs/common';
import type { AuditDetails } from '@palisade/contracts';
import { DomainError, queryRows, type UserCaller, type UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditLogService } from '../audit/audit-log.service.ts';
import { UsersService } from '../users/users.service.ts';
import type { UserNoteView } from './user-note.schema.ts';

/** Maximum per account: all of an account's notes are one response. */
export const MAX_NOTES = 200;

interface Row {
  id: string;
  text: string;
  created_at: Date;
  author_id: string;
  author_email: string | null;
}

/** Administrators' notes about an account. The audit log records that one was written or deleted, never its text. */
@Injectable()
export class UserNotesService {
  constructor(
    private readonly database: DataSource,
    private readonly users: UsersService,
    private readonly audit: AuditLogService,
  ) {}

  /** Newest first. @throws DomainError `user_not_found` */
  async list(userId: UserId): Promise<UserNoteView[]> {
    await this.users.get(this.database.manager, userId);
    const rows = await this.database.query<Row[]>(
      `SELECT n.id, n.text, n.created_at, n.author_id, a.email AS author_email
         FROM user_notes n LEFT JOIN users a ON a.id = n.author_id
        WHERE n.user_id = $1 ORDER BY n.created_at DESC, n.id DESC LIMIT $2`,
      [userId, MAX_NOTES],
    );
    return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
  }

  /** @throws DomainError `user_not_found`, `too_many_notes` */
  async add(author: UserCaller, userId: UserId, text: string): Promise<UserNoteView> {
    return this.database.transaction(async (manager) => {
      await this.users.get(manager, userId);
      const id = uuidv7();
      // The count and the insert see the same rows: concurrent additions wait for each other.
      await manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
      const [row] = await manager.query<Row[]>(
        `INSERT INTO user_notes (id, user_id, author_id, text)
         SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM user_notes WHERE user_id = $2) < $5
         RETURNING id, text, created_at, author_id, (SELECT email FROM users WHERE id = $3) AS author_email`,
        [id, userId, author.userId, text, MAX_NOTES],
      );
      if (row === undefined) throw tooManyNotes();
      await this.audit.record(manager, author, 'user.note_added', { type: 'user', id: userId }, { note: id });
      return { ...row, created_at: row.created_at.toISOString() };
    });
  }

  /** @throws DomainError `note_not_found` */
  async remove(actor: UserCaller, userId: UserId, noteId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      const deleted = await queryRows<{ author_id: string }>(
        manager,
        'DELETE FROM user_notes WHERE id = $1 AND user_id = $2 RETURNING author_id',
        [noteId, userId],
      );
      const [row] = deleted;
      if (row === undefined) throw new DomainError('not_found', 'note_not_found', 'Note not found');
      const details: AuditDetails = { note: noteId, written_by: row.author_id };
      await this.audit.record(manager, actor, 'user.note_deleted', { type: 'user', id: userId }, details);
    });
  }
}

const tooManyNotes = () =>
  new DomainError(
    'conflict',
    'too_many_notes',
    `An account can have at most ${MAX_NOTES} notes. Please delete some that are no longer needed.`,
  );
