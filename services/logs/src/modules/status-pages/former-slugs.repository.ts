import { affectedRows } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { FORMER_SLUGS_KEPT_DAYS } from '../records/kept.rules.ts';
import { keepSuspension } from './owner-suspensions.repository.ts';
import { digestOf } from './status-page.repository.ts';

/** Maximum per site: somebody who tries many addresses reserves only the last ones. */
const MAX_OF_SITE = 20;
/** Whether another owner's page was recently public at this address. */
export async function isFormerOfAnother(
  manager: EntityManager,
  slug: string,
  { siteNo, ownerId }: { siteNo: number; ownerId: string },
): Promise<boolean> {
  const found: unknown[] = await manager.query(
    `SELECT FROM former_status_slugs WHERE slug_digest = ${digestOf('$1')} AND site_no <> $2
       AND owner_digest IS DISTINCT FROM ${digestOf('$3')}
       AND left_at > now() - make_interval(days => ${FORMER_SLUGS_KEPT_DAYS})`,
    [slug, siteNo, ownerId],
  );
  return found.length > 0;
}

/** Reserves the site's current address, if it was ever public: nobody looks for one that was not. */
export async function keepFormer(manager: EntityManager, siteNo: number): Promise<void> {
  await manager.query(
    `INSERT INTO former_status_slugs (slug_digest, site_no, owner_digest)
     SELECT ${digestOf('slug')}, site_no, owner_digest FROM status_pages WHERE site_no = $1 AND was_public
     ON CONFLICT (slug_digest) DO UPDATE
       SET site_no = EXCLUDED.site_no, owner_digest = EXCLUDED.owner_digest, left_at = EXCLUDED.left_at`,
    [siteNo],
  );
  await manager.query(
    `DELETE FROM former_status_slugs WHERE site_no = $1 AND slug_digest NOT IN (
       SELECT slug_digest FROM former_status_slugs WHERE site_no = $1 ORDER BY left_at DESC LIMIT ${MAX_OF_SITE})`,
    [siteNo],
  );
}

/** Deletes a site's page with its contents; its address stays reserved for a while. @returns number of deleted rows */
export function removeStatusPage(database: DataSource, siteNo: number): Promise<number> {
  return database.transaction(async (manager) => {
    await keepFormer(manager, siteNo);
    await keepSuspension(manager, siteNo);
    const deleted = await affectedRows(manager, 'DELETE FROM status_pages WHERE site_no = $1', [siteNo]);
    return deleted;
  });
}
