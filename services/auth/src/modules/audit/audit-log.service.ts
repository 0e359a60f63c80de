import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditAction, AuditDetails } from '@palisade/contracts';
import { requestScope, type UserCaller } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** The actor, and the address that the act came from. */
export type Actor = Pick<UserCaller, 'userId' | 'clientAddress'>;

export interface AuditRecord {
  id: string;
  at: Date;
  actorId: string;
  action: string;
  targetType: string;
  targetId: string;
  /** No personal data and no secrets: the log is kept for good. */
  details: Readonly<Record<string, string>>;
  clientAddress: string;
  requestId: string;
}

export interface AuditEntry extends AuditRecord {
  /** Present as long as the account exists; the log itself holds ids only. */
  actorEmail: string | null;
  /** Of the account that was changed, likewise; null for everything else. */
  targetEmail: string | null;
}

export interface AuditFilter {
  /** Included in the entry's seal. */
  search?: string;
  /** ISO 8601; `to` is exclusive. */
  from?: string;
  to?: string;
  action?: string;
  actorId?: string;
  targetId?: string;
  /** Only entries older than this one. */
  before?: string;
  limit: number;
}

interface Row {
  id: string;
  at: Date;
  actor_id: string;
  action: string;
  target_type: string;
  target_id: string;
  details: Record<string, string>;
  client_address: string;
  request_id: string;
  email: string | null;
  target_email: string | null;
}

/**
 * Audit log of changes by administrators and account owners, here and in other services. Entries are added and never
 * changed; the database enforces that.
 */
@Injectable()
export class AuditLogService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In the transaction of the act. */
  async record(
    manager: EntityManager,
    actor: Actor,
    action: AuditAction,
    target: { type: string; id: string },
    details: AuditDetails = {},
  ): Promise<void> {
    await this.append(manager, {
      id: uuidv7(),
      at: new Date(),
      actorId: actor.userId,
      action,
      targetType: target.type,
      targetId: target.id,
      details,
      clientAddress: actor.clientAddress,
      requestId: requestScope.getStore()?.requestId ?? '',
    });
  }

  /** Recording an act again by its id adds nothing. */
  async append(manager: EntityManager, act: AuditRecord): Promise<void> {
    await manager.query(
      `INSERT INTO audit_log (id, at, actor_id, action, target_type, target_id, details, client_address, request_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
      [
        act.id,
        act.at,
        act.actorId,
        act.action,
        act.targetType,
        act.targetId,
        JSON.stringify(act.details),
        act.clientAddress,
        act.requestId,
      ],
    );
  }

  /** Newest first. */
  async list(filter: AuditFilter): Promise<AuditEntry[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT a.*, u.email, t.email AS target_email
         FROM audit_log a LEFT JOIN users u ON u.id::text = a.actor_id
         LEFT JOIN users t ON a.target_type = 'user' AND t.id::text = a.target_id
        WHERE ($1::text IS NULL OR a.action = $1)
          AND ($2::text IS NULL OR a.actor_id = $2)
          AND ($3::text IS NULL OR a.target_id = $3)
          AND ($4::uuid IS NULL OR (a.at, a.id) < (SELECT b.at, b.id FROM audit_log b WHERE b.id = $4))
          AND ($6::text IS NULL OR concat_ws(' ', u.email, a.actor_id, replace(a.action, '_', ' '), a.action, a.target_type,
                a.target_id, t.email, a.client_address, a.request_id, a.details::text) ILIKE $6)
          AND ($7::timestamptz IS NULL OR a.at >= $7)
          AND ($8::timestamptz IS NULL OR a.at < $8)
        ORDER BY a.at DESC, a.id DESC LIMIT $5`,
      [
        filter.action ?? null,
        filter.actorId ?? null,
        filter.targetId ?? null,
        filter.before ?? null,
        filter.limit,
        filter.search ? `%${filter.search.replace(/[\\%_]/g, '\\$&')}%` : null,
        filter.from ?? null,
        filter.to ?? null,
      ],
    );
    return rows.map((row) => ({
      id: row.id,
      at: row.at,
      actorId: row.actor_id,
      actorEmail: row.email,
      targetEmail: row.target_email,
      action: row.action,
      targetType: row.target_type,
      targetId: row.target_id,
      details: row.details,
      clientAddress: row.client_address,
      requestId: row.request_id,
    }));
  }
}
