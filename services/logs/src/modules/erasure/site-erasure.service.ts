import { Injectable } from '@nestjs/common';
import { EventPublisher } from '@palisade/messaging/nest';
import { DataSource } from 'typeorm';
import { deleteInBatches } from '../../database/delete-in-batches.ts';
import { forgetFreshCopies } from '../ingest/fresh-records.repository.ts';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { deleteExportsHolding } from '../log-exports/log-exports.repository.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { removeRules } from '../owner-alerts/alert-rules.repository.ts';
import { RecordingsRepository } from '../recording-store/recordings.repository.ts';
import { removeStatusPage } from '../status-pages/former-slugs.repository.ts';

const EVER = { fromMs: 0, toMs: Date.UTC(9999, 0) };

/**
 * Deletes what is stored of a site's visitors: request logs, files of them, recorded requests, roll-ups, alerts and reports. Its number and its totals stay, which
 * say nothing of anybody: billing adds them up, and a total that began anew would read as less traffic.
 */
@Injectable()
export class SiteErasureService {
  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
    private readonly sites: SitesRepository,
    private readonly recordings: RecordingsRepository,
    private readonly publisher: EventPublisher,
  ) {}

  /**
   * In steps: what is gone when `until` ends it stays gone, and a repeat goes on behind it.
   * @returns how many rows were deleted
   * @throws the reason of `until`
   */
  async erase(siteId: string, until?: AbortSignal): Promise<number> {
    const siteNo = (await this.sites.find([siteId])).get(siteId);
    if (siteNo === undefined) return 0;
    // What the whole world can read goes first: logs may take long, and may have to be begun again.
    let deleted = await removeStatusPage(this.database, siteNo);
    deleted += await this.store.deleteSite(siteNo, until);
    await forgetFreshCopies(this.database);
    await deleteExportsHolding(this.database, siteId, EVER);
    for (const table of [
      'traffic_minutes',
      'traffic_hours',
      'alerts',
      'origin_health_spans',
      'visitor_reports',
      'rollout_tallies',
      'uptime_days',
    ])
      deleted += await this.deleteOf(siteNo, table, until);
    deleted += await this.recordings.deleteSite(siteNo, until);
    // Rules of its owner's about it, and what came of them; those about all sites stay.
    await this.database.transaction((manager) =>
      removeRules(manager, this.publisher, { which: 'site_id = $1', values: [siteId] }),
    );
    await this.database.query('DELETE FROM log_streams WHERE site_id = $1', [siteId]);
    await this.database.query('DELETE FROM client_erasures WHERE site_id = $1', [siteId]);
    return deleted;
  }

  private deleteOf(siteNo: number, table: string, until?: AbortSignal): Promise<number> {
    return deleteInBatches(this.database, { table, condition: 'site_no = $1', values: [siteNo], until });
  }
}
