import { affectedRows } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { digestOf } from './status-page.repository.ts';

/** A page is deleted with its site; its suspension is kept for the owner, until a new page of theirs takes it over. */
export async function keepSuspension(manager: EntityManager, siteNo: number): Promise<void> {
  await manager.query(
    `INSERT INTO removed_page_suspensions (owner_digest, suspended_at, reason)
     SELECT owner_digest, suspended_at, suspension_reason FROM status_pages
      WHERE site_no = $1 AND suspended_at IS NOT NULL AND owner_digest IS NOT NULL
     ON CONFLICT (owner_digest) DO UPDATE SET suspended_at = EXCLUDED.suspended_at, reason = EXCLUDED.reason`,
    [siteNo],
  );
}

/**
 * Moves the suspension of a deleted page to this one, which is not public: the owner reads the reason there, and
 * administrators lift it there. @returns whether there was one
 */
export async function takeOverSuspension(
  manager: EntityManager,
  siteNo: number,
  ownerId: string,
): Promise<boolean> {
  const taken = await affectedRows(
    manager,
    `WITH kept AS (
       DELETE FROM removed_page_suspensions WHERE owner_digest = ${digestOf('$2')} RETURNING suspended_at, reason)
     UPDATE status_pages SET is_on = false, suspended_at = kept.suspended_at, suspension_reason = kept.reason
       FROM kept WHERE site_no = $1 AND status_pages.suspended_at IS NULL`,
    [siteNo, ownerId],
  );
  return taken > 0;
}

export async function hasKeptSuspension(manager: EntityManager, ownerId: string): Promise<boolean> {
  const found: unknown[] = await manager.query(
    `SELECT FROM removed_page_suspensions WHERE owner_digest = ${digestOf('$1')}`,
    [ownerId],
  );
  return found.length > 0;
}

/** Whether a page of another of the owner's sites is suspended. */
export async function hasOtherSuspended(
  manager: EntityManager,
  siteNo: number,
  ownerId: string,
): Promise<boolean> {
  const found: unknown[] = await manager.query(
    `SELECT FROM status_pages WHERE owner_digest = ${digestOf('$2')} AND suspended_at IS NOT NULL AND site_no <> $1
     LIMIT 1`,
    [siteNo, ownerId],
  );
  return found.length > 0;
}
