import { Inject, Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@palisade/basics';
import { uuidV7 } from '@palisade/messaging';
import { DataSource, type EntityManager } from 'typeorm';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { TIMES_USUAL, WINDOW_MINUTES } from './attack.rules.ts';

const ATTACK_REPEATS_AFTER = '6 hours';
/** Minimum failed requests before an origin counts as down, if none succeeded. */
const ORIGIN_REQUESTS = 10;
const ORIGIN_REPEATS_AFTER = '1 hour';
/** Age after which an outage without visitors or health checks ends, since its state is unknown. */
const ORIGIN_UNKNOWN_AFTER = '1 day';
const ALERTS_KEPT = '90 days';

interface Found {
  site_no: number;
  since: Date;
  requests: string;
}

/** Checks the last minutes of all sites, and stores alerts for their owners. Reads roll-ups only. */
@Injectable()
export class AlertDetectionService {
  constructor(
    private readonly database: DataSource,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_ATTACK_REQUESTS'>,
  ) {}

  /** One instance at a time looks; the others leave it at that. @returns how many alerts began */
  detect(now = new Date()): Promise<number> {
    return this.database.transaction(async (manager) => {
      const [lock]: { taken: boolean }[] = await manager.query(
        `SELECT pg_try_advisory_xact_lock(hashtextextended('logs:alerts', 0)) AS taken`,
      );
      if (!lock?.taken) return 0;
      await this.endOriginAlerts(manager, now);
      await this.endUnknownOutages(manager, now);
      const attacks = await this.keep(manager, 'attack', now, await this.attacks(manager, now));
      const origins = await this.keep(manager, 'origin', now, await this.originsDown(manager, now));
      await manager.query(
        `DELETE FROM alerts WHERE begin_told AND end_told AND found_at < $1::timestamptz - $2::interval`,
        [now.toISOString(), ALERTS_KEPT],
      );
      return attacks + origins;
    });
  }

  private attacks(manager: EntityManager, now: Date): Promise<Found[]> {
    return manager.query(
      `SELECT m.site_no, min(m.minute) FILTER (WHERE m.blocked > 0) AS since, sum(m.blocked) AS requests
       FROM traffic_minutes m
       WHERE m.minute > $1 AND m.minute <= $2
         AND NOT EXISTS (SELECT FROM alerts a WHERE a.site_no = m.site_no AND a.kind = 'attack'
                         AND a.found_at > $2::timestamptz - $4::interval)
       GROUP BY m.site_no
       HAVING sum(m.blocked) >= $3
         AND sum(m.blocked) >= ${TIMES_USUAL} * (
           SELECT coalesce(sum(h.blocked), 0) * ${WINDOW_MINUTES} / (7 * 24 * 60.0) FROM traffic_hours h
           WHERE h.site_no = m.site_no AND h.hour >= $2::timestamptz - interval '7 days'
             AND h.hour < date_trunc('hour', $1::timestamptz, 'UTC'))`,
      [windowStart(now), now.toISOString(), this.config.PALISADE_LOGS_ATTACK_REQUESTS, ATTACK_REPEATS_AFTER],
    );
  }

  private originsDown(manager: EntityManager, now: Date): Promise<Found[]> {
    return manager.query(
      `SELECT m.site_no, min(m.minute) FILTER (WHERE m.origin_failures > 0) AS since, sum(m.origin_failures) AS requests
       FROM traffic_minutes m
       WHERE m.minute > $1 AND m.minute <= $2
         AND NOT EXISTS (SELECT FROM alerts a WHERE a.site_no = m.site_no AND a.kind = 'origin'
                         AND (a.until IS NULL OR a.found_at > $2::timestamptz - $3::interval))
       GROUP BY m.site_no
       HAVING sum(m.origin_requests) >= ${ORIGIN_REQUESTS} AND sum(m.origin_failures) = sum(m.origin_requests)`,
      [windowStart(now), now.toISOString(), ORIGIN_REPEATS_AFTER],
    );
  }

  /**
   * Ends an outage when the origin has answered a visitor after the minute in which the alert was found, or when health
   * checks have found it healthy since its last failure: after they found it unhealthy (`began_at`), or if they never
   * did, after as long without a failure as alerts are apart. So outages also end without visitors. An outage that was
   * never reported ends without a report.
   */
  private async endOriginAlerts(manager: EntityManager, now: Date): Promise<void> {
    await manager.query(
      `UPDATE alerts a SET until = w.minute, begin_told = true, end_told = NOT a.begin_told
       FROM (
         SELECT alert_id, min(at) AS minute FROM (
           SELECT o.alert_id, m.minute AS at FROM alerts o
           JOIN traffic_minutes m ON m.site_no = o.site_no AND m.minute > o.found_at AND m.minute <= $1
           WHERE o.kind = 'origin' AND o.until IS NULL AND m.origin_requests > m.origin_failures
           UNION ALL
           SELECT o.alert_id, greatest(h.began_at, f.failed_at + interval '1 minute') FROM alerts o
           CROSS JOIN LATERAL (
             SELECT coalesce(max(m.minute), o.found_at) AS failed_at FROM traffic_minutes m
             WHERE m.site_no = o.site_no AND m.minute >= o.since AND m.minute <= $1 AND m.origin_failures > 0
           ) f
           JOIN origin_health_spans h ON h.site_no = o.site_no AND h.healthy AND h.seen_at <= $1
             AND (h.began_at > f.failed_at OR h.seen_at > f.failed_at + $2::interval)
           WHERE o.kind = 'origin' AND o.until IS NULL
         ) answers GROUP BY alert_id
       ) w
       WHERE a.alert_id = w.alert_id AND w.minute <= $1`,
      [now.toISOString(), ORIGIN_REPEATS_AFTER],
    );
  }

  /** Ends outages as of the last failure seen. No report says that the origin is back, because that is not known. */
  private async endUnknownOutages(manager: EntityManager, now: Date): Promise<void> {
    await manager.query(
      `UPDATE alerts a SET begin_told = true, end_told = true, until = greatest(a.found_at, (
         SELECT max(m.minute) + interval '1 minute' FROM traffic_minutes m
         WHERE m.site_no = a.site_no AND m.minute >= a.since AND m.origin_failures > 0))
       WHERE a.kind = 'origin' AND a.until IS NULL AND a.found_at <= $1::timestamptz - $2::interval
         AND NOT EXISTS (SELECT FROM traffic_minutes m WHERE m.site_no = a.site_no AND m.origin_requests > 0
                         AND m.minute > $1::timestamptz - $2::interval)
         AND NOT EXISTS (SELECT FROM origin_health_spans h WHERE h.site_no = a.site_no
                         AND h.seen_at > $1::timestamptz - $2::interval)`,
      [now.toISOString(), ORIGIN_UNKNOWN_AFTER],
    );
  }

  private async keep(
    manager: EntityManager,
    kind: 'attack' | 'origin',
    now: Date,
    found: readonly Found[],
  ): Promise<number> {
    for (const { site_no, since, requests } of found) {
      await manager.query(
        `INSERT INTO alerts (alert_id, kind, site_no, since, until, requests, found_at, end_told)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          uuidV7(),
          kind,
          site_no,
          since,
          kind === 'attack' ? now : null,
          requests,
          now,
          // The end of an attack is not reported.
          kind === 'attack',
        ],
      );
    }
    return found.length;
  }
}

const windowStart = (now: Date): string => new Date(now.getTime() - WINDOW_MINUTES * MINUTE_MS).toISOString();
