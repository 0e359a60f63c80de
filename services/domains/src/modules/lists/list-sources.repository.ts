import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { queryOne } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import type { ListRow, SourceVersion } from './client-list-row.types.ts';
import { COLUMNS, NOT_REMOVED } from './client-lists.sql.ts';

/** Stands for the operator where lists are compared by whose they are. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Longer than asking a source and reading its answer take; an instance that has died leaves a list to the others then. */
const CLAIMED_UNTIL = `now() + interval '3 minutes'`;
/** One list of an owner is asked for at a time, so that nobody's slow sources take the places of others. */
const OWNER_IS_FREE = `coalesce(owner_id, '${NOBODY}') NOT IN
  (SELECT coalesce(owner_id, '${NOBODY}') FROM client_lists WHERE claimed_until > now())`;

/** A list whose source has been failing for long. */
export interface FailingList extends Pick<ListRow, 'id' | 'name' | 'last_error' | 'last_status'> {
  owner_id: string;
  failing_since: Date;
}

/** The queue of lists' sources: which is fetched next, by which process, and the result. */
@Injectable()
export class ListSourcesRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * The list whose source has waited longest to be asked; nobody else asks it meanwhile, nor another of its owner's.
   * @param withSlow also one that took too long when it was asked last
   */
  async claimDue(withSlow: boolean): Promise<ListRow | null> {
    return this.claimAlone(
      `UPDATE client_lists SET claimed_until = ${CLAIMED_UNTIL} WHERE id = (
         SELECT id FROM client_lists WHERE next_check_at <= now() AND ${NOT_REMOVED} AND ${OWNER_IS_FREE}
           AND ($1 OR last_error IS DISTINCT FROM 'timeout')
         ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [withSlow],
    );
  }

  /** @returns null where somebody has asked it within the last seconds, or is asking it or another of its owner's */
  async claim(id: string, pauseSeconds: number): Promise<ListRow | null> {
    return this.claimAlone(
      `UPDATE client_lists SET claimed_until = ${CLAIMED_UNTIL}
       WHERE id = $1 AND ${NOT_REMOVED} AND source <> 'hand' AND ${OWNER_IS_FREE}
         AND greatest(checked_at, last_failed_at, '-infinity') <= now() - $2 * interval '1 second'
       RETURNING ${COLUMNS}`,
      [id, pauseSeconds],
    );
  }

  /** One claim after another: two at the same moment would both find their owner free. */
  private claimAlone(statement: string, parameters: unknown[] = []): Promise<ListRow | null> {
    return this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('client-list-claims', 0))`);
      return await queryOne<ListRow>(manager, statement, parameters);
    });
  }

  /** Others may ask again, as soon as it is due. */
  async release(id: string): Promise<void> {
    await this.database.query(`UPDATE client_lists SET claimed_until = '-infinity' WHERE id = $1`, [id]);
  }

  /** Whether it still is what was asked for. Holds it until the transaction is over. */
  async isFrom(manager: EntityManager, { id, url }: Pick<ListRow, 'id' | 'url'>): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM client_lists WHERE id = $1 AND url = $2 AND ${NOT_REMOVED} FOR UPDATE`,
      [id, url],
    );
    return rows.length > 0;
  }

  async answered(
    manager: EntityManager,
    id: string,
    { etag, lastModified }: SourceVersion,
    nextSeconds: number,
  ): Promise<void> {
    await manager.query(
      `UPDATE client_lists SET etag = $2, last_modified = $3, checked_at = now(), failures = 0, last_error = NULL,
         failing_since = NULL, told_failing_at = NULL, last_status = NULL, next_check_at = now() + $4 * interval '1 second'
       WHERE id = $1 AND ${NOT_REMOVED}`,
      [id, etag, lastModified, nextSeconds],
    );
  }

  /** Nothing is written down where it is another source's by now. */
  async failed(
    { id, url }: Pick<ListRow, 'id' | 'url'>,
    error: { code: string; status: number | null },
    nextSeconds: number,
  ): Promise<void> {
    await this.database.query(
      `UPDATE client_lists SET failures = failures + 1, last_error = $2, last_status = $3, last_failed_at = now(),
         failing_since = coalesce(failing_since, now()),
         next_check_at = now() + $4 * interval '1 second'
       WHERE id = $1 AND url = $5 AND ${NOT_REMOVED}`,
      [id, error.code, error.status, nextSeconds, url],
    );
  }

  /**
   * Whether to notify its owner now that its source fails: once, until it has succeeded again. For the operator's lists
   * nobody is notified.
   */
  async claimTelling(manager: EntityManager, id: string, afterHours: number): Promise<FailingList | null> {
    return await queryOne<FailingList>(
      manager,
      `UPDATE client_lists SET told_failing_at = now()
       WHERE id = $1 AND owner_id IS NOT NULL AND told_failing_at IS NULL
         AND failing_since <= now() - $2 * interval '1 hour' AND ${NOT_REMOVED}
       RETURNING id, owner_id, name, failing_since, last_error, last_status`,
      [id, afterHours],
    );
  }
}
