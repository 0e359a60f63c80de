import type { DataSource, EntityManager } from 'typeorm';
import { FORMER_SLUGS_KEPT_DAYS } from '../records/kept.rules.ts';

/** Of one site: whoever tries many addresses keeps none of them from others but the last ones. */
const MAX_OF_SITE = 20;
/** Of the first parameter. */
const DIGEST = "sha256(convert_to($1, 'UTF8'))";

/** Whether another site's page had this address a while ago. */
export async function isFormerOfAnother(
  manager: EntityManager,
  slug: string,
  siteNo: number,
): Promise<boolean> {
  const found: unknown[] = await manager.query(
    `SELECT FROM former_status_slugs WHERE slug_digest = ${DIGEST} AND site_no <> $2
       AND left_at > now() - make_interval(days => ${FORMER_SLUGS_KEPT_DAYS})`,
    [slug, siteNo],
  );
  return found.length > 0;
}

export async function keepFormer(manager: EntityManager, slug: string, siteNo: number): Promise<void> {
  await manager.query(
    `INSERT INTO former_status_slugs (slug_digest, site_no) VALUES (${DIGEST}, $2)
     ON CONFLICT (slug_digest) DO UPDATE SET site_no = EXCLUDED.site_no, left_at = EXCLUDED.left_at`,
    [slug, siteNo],
  );
  await manager.query(
    `DELETE FROM former_status_slugs WHERE site_no = $1 AND slug_digest NOT IN (
       SELECT slug_digest FROM former_status_slugs WHERE site_no = $1 ORDER BY left_at DESC LIMIT ${MAX_OF_SITE})`,
    [siteNo],
  );
}

/** A site's page with all that is on it; its address stays nobody's for a while. @returns how many rows were deleted */
export function removeStatusPage(database: DataSource, siteNo: number): Promise<number> {
  return database.transaction(async (manager) => {
    // A DELETE with RETURNING answers [rows, count].
    const [rows]: [{ slug: string }[], number] = await manager.query(
      'DELETE FROM status_pages WHERE site_no = $1 RETURNING slug',
      [siteNo],
    );
    for (const { slug } of rows) await keepFormer(manager, slug, siteNo);
    return rows.length;
  });
}
