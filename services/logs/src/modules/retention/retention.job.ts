import { Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { deleteInBatches } from '../../database/delete-in-batches.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { RecordingsRepository } from '../recording-store/recordings.repository.ts';
import {
  FORMER_SLUGS_KEPT_DAYS,
  HOURS_KEPT_DAYS,
  OWNER_ALERTS_KEPT_DAYS,
  REMOVED_SUSPENSIONS_KEPT_DAYS,
  ROLLOUTS_KEPT_DAYS,
  STATUS_KEPT_DAYS,
} from '../records/kept.rules.ts';
import { MINUTES_KEPT_MS } from '../records/roll-ups.rules.ts';

const INTERVAL_MS = 15 * 60_000;
const MINUTES_KEPT = `${MINUTES_KEPT_MS / 1000} seconds`;
const HOURS_KEPT = `${HOURS_KEPT_DAYS} days`;
const OWNER_ALERTS_KEPT = `${OWNER_ALERTS_KEPT_DAYS} days`;
const ROLLOUTS_KEPT = `${ROLLOUTS_KEPT_DAYS} days`;
const STATUS_KEPT = `${STATUS_KEPT_DAYS} days`;
/**
 * A shipper drops a confirmed segment, but an edge that was cut off before the confirmation sends it again when it is
 * back, however late. Without the segment's row everything would be stored and metered a second time.
 */
const SEGMENTS_KEPT = HOURS_KEPT;

/** Creates tomorrow's tables and drops expired ones. Idempotent, so every instance does it. */
@Injectable()
export class RetentionJob extends IntervalJob {
  protected readonly pauseMs = INTERVAL_MS;
  protected override readonly firstAfterMs = 0;
  protected readonly failure = 'retention will be applied later';

  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
    private readonly recordings: RecordingsRepository,
  ) {
    super();
  }

  /** Today's tables must exist before the first record arrives. */
  override async onApplicationBootstrap(): Promise<void> {
    await this.store.prepare(Date.now());
    super.onApplicationBootstrap();
  }

  protected run(): Promise<void> {
    return this.apply(Date.now());
  }

  async apply(nowMs: number): Promise<void> {
    await this.store.prepare(nowMs);
    await this.store.applyRetention(nowMs);
    await this.recordings.prune(new Date(nowMs));
    const now = new Date(nowMs).toISOString();
    for (const [table, column, kept] of [
      ['traffic_minutes', 'minute', MINUTES_KEPT],
      ['traffic_hours', 'hour', HOURS_KEPT],
      // Together with the minutes: uptime is computed from both.
      ['origin_health_spans', 'seen_at', MINUTES_KEPT],
      ['visitor_reports', 'expires_at', '0'],
      ['owner_alerts', 'resolved_at', OWNER_ALERTS_KEPT],
      ['rollout_tallies', 'updated_at', ROLLOUTS_KEPT],
      ['uptime_days', 'day', STATUS_KEPT],
      ['summed_uptime_days', 'day', STATUS_KEPT],
      ['status_incidents', 'ends_at', STATUS_KEPT],
      ['former_status_slugs', 'left_at', `${FORMER_SLUGS_KEPT_DAYS} days`],
      ['removed_page_suspensions', 'suspended_at', `${REMOVED_SUSPENSIONS_KEPT_DAYS} days`],
    ] as const)
      await deleteInBatches(this.database, {
        table,
        condition: `${column} < $1::timestamptz - $2::interval`,
        values: [now, kept],
        orderBy: column,
      });
    await this.database.query(
      'DELETE FROM segments WHERE done AND updated_at < $1::timestamptz - $2::interval',
      [now, SEGMENTS_KEPT],
    );
  }
}
