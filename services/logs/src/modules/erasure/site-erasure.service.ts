import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PartitionsRepository } from '../ingest/partitions.repository.ts';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { RecordingsRepository } from '../recording-store/recordings.repository.ts';

/** Rows a statement deletes: transactions stay short beside those that store new records. */
const ROWS_AT_ONCE = 10_000;

/**
 * Deletes what is stored of a site's visitors: request logs, recorded requests, roll-ups, alerts and reports. Its number and its totals stay, which
 * say nothing of anybody: billing adds them up, and a total that began anew would read as less traffic.
 */
@Injectable()
export class SiteErasureService {
  constructor(
    private readonly database: DataSource,
    private readonly partitions: PartitionsRepository,
    private readonly sites: SitesRepository,
    private readonly recordings: RecordingsRepository,
  ) {}

  /** @returns how many rows were deleted */
  async erase(siteId: string): Promise<number> {
    const siteNo = (await this.sites.find([siteId])).get(siteId);
    if (siteNo === undefined) return 0;
    let deleted = 0;
    for (const table of await this.partitions.tables()) {
      // One after the other: each is found by an index of its own.
      deleted += await this.deleteBatches(table, siteNo, 'blocked');
      deleted += await this.deleteBatches(table, siteNo, 'NOT blocked');
    }
    for (const table of [
      'traffic_minutes',
      'traffic_hours',
      'facet_hours',
      'alerts',
      'origin_health_spans',
      'visitor_reports',
    ])
      deleted += await this.deleteBatches(table, siteNo, 'true');
    deleted += await this.recordings.deleteSite(siteNo);
    // Rules of its owner's about it, and what came of them; those about all sites stay.
    await this.database.query('DELETE FROM alert_rules WHERE site_id = $1', [siteId]);
    await this.database.query('DELETE FROM log_streams WHERE site_id = $1', [siteId]);
    return deleted;
  }

  private async deleteBatches(table: string, siteNo: number, condition: string): Promise<number> {
    let deleted = 0;
    for (;;) {
      // A DELETE answers [rows, count].
      const [, count]: [unknown, number] = await this.database.query(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${table} WHERE site_no = $1 AND ${condition} LIMIT ${ROWS_AT_ONCE}))`,
        [siteNo],
      );
      deleted += count;
      if (count < ROWS_AT_ONCE) return deleted;
    }
  }
}
