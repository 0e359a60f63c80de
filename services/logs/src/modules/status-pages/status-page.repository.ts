import { Injectable } from '@nestjs/common';
import { queryRows } from '@palisade/nest-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { STATUS_DAYS } from '../records/kept.rules.ts';
import type { FoundOutage, KnownDay, PostedUpdate, WrittenIncident } from './standing.rules.ts';

/** Maximum per page, the newest: nobody reads more. */
const MAX_SHOWN = 100;
/** Maximum pages per account, for administrators. */
const MAX_LISTED = 200;

/** Digest in SQL: it reveals nothing of an owner or a site that was erased. */
export const digestOf = (text: string): string => `sha256(convert_to(${text}, 'UTF8'))`;

export interface PageRow {
  site_no: number;
  page_id: string;
  is_on: boolean;
  slug: string;
  name: string;
  note: string;
  shows_uptime: boolean;
  shows_outages: boolean;
  updated_at: Date;
  /** Null: not suspended. */
  suspended_at: Date | null;
  suspension_reason: string | null;
}

/** The owner's settings. */
export type OwnPageRow = Omit<PageRow, 'updated_at' | 'suspended_at' | 'suspension_reason'> & {
  owner_id: string;
};

export type PageOfSite = PageRow & { site_id: string };

/** Stored status pages, and their history. */
@Injectable()
export class StatusPageRepository {
  constructor(private readonly database: DataSource) {}

  async ofSite(
    siteNo: number,
    manager: Pick<EntityManager, 'query'> = this.database,
  ): Promise<PageRow | null> {
    const [row]: PageRow[] = await manager.query('SELECT * FROM status_pages WHERE site_no = $1', [siteNo]);
    return row ?? null;
  }

  /** A public page, and its site. */
  async bySlug(slug: string): Promise<PageOfSite | null> {
    const [page] = await this.withSlug(slug);
    return page?.is_on === true && page.suspended_at === null ? page : null;
  }

  /** The page at this address, whether or not it is public. */
  withSlug(slug: string): Promise<PageOfSite[]> {
    return this.database.query('SELECT * FROM status_pages JOIN sites USING (site_no) WHERE slug = $1', [
      slug,
    ]);
  }

  /** Suspended and public ones first. */
  ofSites(siteNos: readonly number[]): Promise<PageOfSite[]> {
    return this.database.query(
      `SELECT * FROM status_pages JOIN sites USING (site_no) WHERE site_no = ANY($1)
       ORDER BY suspended_at IS NULL, NOT is_on, site_no LIMIT ${MAX_LISTED}`,
      [siteNos],
    );
  }

  /** @param reason null: lifts the suspension. @returns its address, or null if nothing has changed */
  async suspend(
    manager: EntityManager,
    { siteNo, ownerId }: { siteNo: number; ownerId: string },
    reason: string | null,
  ): Promise<string | null> {
    // An UPDATE with RETURNING returns [rows, count].
    const rows = await queryRows<{ slug: string }>(
      manager,
      `UPDATE status_pages SET is_on = false, suspension_reason = $2, owner_digest = ${digestOf('$3')},
         suspended_at = CASE WHEN $2::text IS NULL THEN NULL ELSE now() END
       WHERE site_no = $1 AND (suspended_at IS NULL) = ($2::text IS NOT NULL) RETURNING slug`,
      [siteNo, reason, ownerId],
    );
    return rows[0]?.slug ?? null;
  }

  async write(manager: EntityManager, page: OwnPageRow): Promise<void> {
    await manager.query(
      `INSERT INTO status_pages (site_no, page_id, is_on, slug, name, note, shows_uptime, shows_outages, was_public, owner_digest)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $3, ${digestOf('$9')})
       ON CONFLICT (site_no) DO UPDATE SET is_on = EXCLUDED.is_on, slug = EXCLUDED.slug, name = EXCLUDED.name,
         note = EXCLUDED.note, shows_uptime = EXCLUDED.shows_uptime, shows_outages = EXCLUDED.shows_outages,
         was_public = status_pages.was_public OR EXCLUDED.was_public, owner_digest = EXCLUDED.owner_digest,
         updated_at = now()`,
      [
        page.site_no,
        page.page_id,
        page.is_on,
        page.slug,
        page.name,
        page.note,
        page.shows_uptime,
        page.shows_outages,
        page.owner_id,
      ],
    );
  }

  /** Current, planned and past incidents, newest first, with their updates, newest first. */
  async written(siteNo: number): Promise<{ incidents: WrittenIncident[]; updates: PostedUpdate[] }> {
    const incidents: WrittenIncident[] = await this.database.query(
      `SELECT incident_id, kind, impact, title, begins_at, ends_at FROM status_incidents
       WHERE site_no = $1 AND (ends_at IS NULL OR ends_at > now() - make_interval(days => ${STATUS_DAYS}))
       ORDER BY begins_at DESC, incident_id LIMIT ${MAX_SHOWN}`,
      [siteNo],
    );
    const updates: PostedUpdate[] = await this.database.query(
      `SELECT incident_id, state, text, said_at FROM status_updates WHERE incident_id = ANY($1)
       ORDER BY said_at DESC, update_id DESC`,
      [incidents.map(({ incident_id }) => incident_id)],
    );
    return { incidents, updates };
  }

  /** Detected outages, newest first. */
  outages(siteNo: number): Promise<FoundOutage[]> {
    return this.database.query(
      `SELECT alert_id, since, until FROM alerts WHERE site_no = $1 AND kind = 'origin'
         AND (until IS NULL OR found_at > now() - make_interval(days => ${STATUS_DAYS}))
       ORDER BY found_at DESC LIMIT ${MAX_SHOWN}`,
      [siteNo],
    );
  }

  async knownDays(siteNo: number): Promise<KnownDay[]> {
    const rows: { day: string; observed_seconds: number; down_seconds: number }[] = await this.database.query(
      `SELECT day::text, observed_seconds, down_seconds FROM uptime_days
       WHERE site_no = $1 AND day > (now() AT TIME ZONE 'UTC')::date - ${STATUS_DAYS}`,
      [siteNo],
    );
    return rows.map(({ day, observed_seconds, down_seconds }) => ({
      day,
      observedSeconds: observed_seconds,
      downSeconds: down_seconds,
    }));
  }

  /** Serialises writes to a page: two concurrent requests must not both create the last allowed one. */
  inTurn<Result>(siteNo: number, work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('status-page:' || $1, 0))`, [
        String(siteNo),
      ]);
      return work(manager);
    });
  }
}
