import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import {
  LISTED,
  LISTED_LOOKS,
  RETENTION_DAYS,
  STATE_SQL,
  STATES_FROM,
  type SupportViewState,
} from './support-view.rules.ts';

export interface SupportViewRow {
  id: string;
  state: SupportViewState;
  user_id: UserId;
  admin_id: UserId;
  administrator: string;
  reason: string;
  asked_at: Date;
  answered_at: Date | null;
  opened_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
}

export interface LookRow {
  view_id: string;
  path: string;
  first_at: Date;
  last_at: Date;
  times: number;
  /** Of the view's. */
  total: number;
}

const COLUMNS = `v.id, ${STATE_SQL} AS state, v.user_id, v.admin_id, v.reason, v.asked_at, v.answered_at, v.opened_at,
  v.ends_at, v.ended_at,
  COALESCE((SELECT COALESCE(NULLIF(a.full_name, ''), a.username) || ' (' || a.email || ')'
              FROM users a WHERE a.id = v.admin_id), '') AS administrator`;

/** The rows of support views, each with its current state. */
@Injectable()
export class SupportViewsRepository {
  constructor(private readonly database: DataSource) {}

  newestOf(userId: UserId): Promise<SupportViewRow[]> {
    return this.database.query<SupportViewRow[]>(
      `SELECT ${COLUMNS} FROM ${STATES_FROM} WHERE v.user_id = $1 ORDER BY v.asked_at DESC, v.id DESC LIMIT $2`,
      [userId, LISTED],
    );
  }

  looksAt(
    viewIds: readonly string[],
    manager: Pick<EntityManager, 'query'> = this.database,
  ): Promise<LookRow[]> {
    return manager.query<LookRow[]>(
      `SELECT * FROM (
         SELECT view_id, path, first_at, last_at, times, (count(*) OVER (PARTITION BY view_id))::int AS total,
                row_number() OVER (PARTITION BY view_id ORDER BY last_at DESC, path) AS place
           FROM support_view_looks WHERE view_id = ANY($1)) looks
        WHERE place <= ${LISTED_LOOKS} ORDER BY last_at DESC, path`,
      [viewIds],
    );
  }

  /** Locked for a change. */
  async locked(manager: EntityManager, userId: UserId, viewId: string): Promise<SupportViewRow | null> {
    const [row] = await manager.query<SupportViewRow[]>(
      `SELECT ${COLUMNS} FROM ${STATES_FROM} WHERE v.id = $1 AND v.user_id = $2 FOR UPDATE OF v`,
      [viewId, userId],
    );
    return row ?? null;
  }

  async forgetOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM support_views WHERE asked_at < now() - make_interval(days => ${RETENTION_DAYS})`,
    );
  }
}
