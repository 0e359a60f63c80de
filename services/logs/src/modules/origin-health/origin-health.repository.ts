import { Injectable } from '@nestjs/common';
import { ORIGIN_HEALTH_VALID_MS } from '@palisade/edge-state';
import { DataSource } from 'typeorm';
import type { OriginVerdict } from './origin-verdict.rules.ts';

export interface SiteVerdict extends OriginVerdict {
  siteNo: number;
}

/** Results of health checks as time spans: one row per change, not one per check. */
@Injectable()
export class OriginHealthRepository {
  constructor(private readonly database: DataSource) {}

  /** Idempotent: repeats, delays and concurrent instances change nothing. */
  async record(verdicts: readonly SiteVerdict[]): Promise<void> {
    await this.database.query(
      `WITH seen AS (
         SELECT * FROM unnest($1::int[], $2::boolean[], $3::timestamptz[]) AS s (site_no, healthy, at)
       ), newest AS (
         SELECT DISTINCT ON (site_no) site_no, began_at, seen_at, healthy FROM origin_health_spans
         WHERE site_no = ANY($1) ORDER BY site_no, began_at DESC
       ), goes_on AS (
         UPDATE origin_health_spans o SET seen_at = greatest(o.seen_at, s.at)
         FROM seen s JOIN newest n USING (site_no)
         WHERE o.site_no = n.site_no AND o.began_at = n.began_at AND n.healthy = s.healthy
           AND s.at - n.seen_at <= make_interval(secs => $4)
         RETURNING o.site_no
       )
       INSERT INTO origin_health_spans (site_no, began_at, seen_at, healthy)
       SELECT s.site_no, s.at, s.at, s.healthy FROM seen s LEFT JOIN newest n USING (site_no)
       WHERE s.site_no NOT IN (SELECT site_no FROM goes_on) AND (n.site_no IS NULL OR s.at > n.seen_at)
       ON CONFLICT DO NOTHING`,
      [
        verdicts.map(({ siteNo }) => siteNo),
        verdicts.map(({ healthy }) => healthy),
        verdicts.map(({ atMs }) => new Date(atMs).toISOString()),
        ORIGIN_HEALTH_VALID_MS / 1000,
      ],
    );
  }
}
