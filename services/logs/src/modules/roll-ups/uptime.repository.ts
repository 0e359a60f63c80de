import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '@palisade/basics';
import { ORIGIN_HEALTH_VALID_MS } from '@palisade/edge-state';
import { DataSource } from 'typeorm';
import { MINUTES_KEPT_MS } from '../records/roll-ups.rules.ts';

/** Fewer consecutive failures are a slow page or a restart, not an outage. */
export const MIN_OUTAGE_FAILURES = 3;
/** Outages are found by the minute; an hour less than minutes are kept, so that none expires meanwhile. */
export const UPTIME_MS = MINUTES_KEPT_MS - HOUR_MS;

/**
 * When each site's origin was known to be down (`downs`), and when it was first requested or checked (`firsts`,
 * milliseconds).
 * $1 sites, $2 from, $3 failures that are an outage, $4 now in milliseconds, $5 validity of a check's result in seconds
 */
const KNOWN = `
  WITH hours AS (
    SELECT site_no, hour, origin_failures FROM traffic_hours
    WHERE site_no = ANY($1) AND hour >= $2 AND origin_requests > 0
  ), seen AS (
    SELECT h.site_no, m.minute AS at, m.origin_requests > m.origin_failures AS answered, m.origin_failures AS failures
    FROM hours h JOIN traffic_minutes m
      ON m.site_no = h.site_no AND m.minute >= h.hour AND m.minute < h.hour + interval '1 hour'
    WHERE h.origin_failures > 0 AND m.origin_requests > 0
    UNION ALL SELECT site_no, hour, true, 0 FROM hours WHERE origin_failures = 0
  ), runs AS (
    SELECT *, count(*) FILTER (WHERE answered) OVER (PARTITION BY site_no ORDER BY at) AS run FROM seen
  ), outages AS (
    SELECT site_no, tstzrange(min(at), max(at) + interval '1 minute') AS span
    FROM runs WHERE NOT answered GROUP BY site_no, run HAVING sum(failures) >= $3
  ), checks AS (
    SELECT site_no, greatest(began_at, $2::timestamptz) AS began_at, seen_at, healthy,
      lead(began_at) OVER (PARTITION BY site_no ORDER BY began_at) AS changed_at
    FROM origin_health_spans WHERE site_no = ANY($1) AND seen_at >= $2
  ), downs AS (
    SELECT site_no, unnest(range_agg(span)) AS span FROM (
      SELECT site_no, span FROM outages
      UNION ALL
      SELECT site_no, tstzrange(began_at,
        CASE WHEN changed_at - seen_at <= make_interval(secs => $5) THEN changed_at ELSE seen_at END)
      FROM checks WHERE NOT healthy
    ) AS known GROUP BY site_no
  ), firsts AS (
    SELECT site_no, extract(epoch FROM min(at)) * 1000 AS ms FROM (
      SELECT h.site_no, (
        SELECT min(m.minute) FROM traffic_minutes m WHERE m.site_no = h.site_no AND m.minute >= h.hour
          AND m.minute < h.hour + interval '1 hour' AND m.origin_requests > 0
      ) AS at
      FROM (SELECT site_no, min(hour) AS hour FROM hours GROUP BY site_no) AS h
      UNION ALL
      SELECT site_no, min(began_at) FROM checks GROUP BY site_no
    ) AS seen_first GROUP BY site_no
  )`;

export interface Uptime {
  /** When an origin was first requested or checked. */
  sinceMs: number;
  /** Observed time, summed over sites; a site counts from its own first minute on. */
  observedMs: number;
  /** Time in which an origin was known to be down. */
  downMs: number;
}

/** A period of a site, as a status page shows it. */
export interface SiteUptime {
  siteNo: number;
  observedMs: number;
  downMs: number;
}

/** Uptime of origins: from the results of visitors' requests, and from health checks. */
@Injectable()
export class UptimeRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * By traffic, an outage lasts from the first to the last minute of failures without a success between them; before
   * and after, the state is unknown. Minutes are read only in hours with a failure. By health checks, it lasts until
   * they succeed, or until they stopped. Overlaps count once. Null where no origin was requested or checked.
   */
  async uptime(siteNos: readonly number[], nowMs: number): Promise<Uptime | null> {
    const fromMs = nowMs - UPTIME_MS;
    const from = new Date(fromMs - (fromMs % HOUR_MS)).toISOString();
    const [row]: { since_ms: number | null; observed_ms: number; down_ms: number }[] =
      await this.database.query(
        `${KNOWN}
         SELECT (SELECT min(ms)::float8 FROM firsts) AS since_ms,
           (SELECT coalesce(sum(greatest($4 - ms, 0)), 0)::float8 FROM firsts) AS observed_ms,
           (SELECT coalesce(sum(extract(epoch FROM upper(span) - lower(span))) * 1000, 0)::float8 FROM downs) AS down_ms`,
        [siteNos, from, MIN_OUTAGE_FAILURES, nowMs, ORIGIN_HEALTH_VALID_MS / 1000],
      );
    if (!row || row.since_ms === null || row.observed_ms === 0) return null;
    // The current minute counts as a whole, and may be all that was observed.
    const downMs = Math.min(row.down_ms, row.observed_ms);
    return { sinceMs: row.since_ms, observedMs: row.observed_ms, downMs };
  }

  /**
   * The same for each site separately, within a time range whose minutes must not have expired. Sites whose origins
   * were not requested by its end are left out.
   */
  async within(siteNos: readonly number[], fromMs: number, toMs: number): Promise<SiteUptime[]> {
    const read = new Date(fromMs - (fromMs % HOUR_MS)).toISOString();
    const rows: { site_no: number; observed_ms: number; down_ms: number }[] = await this.database.query(
      `${KNOWN}, span AS (SELECT tstzrange(to_timestamp($6 / 1000.0), to_timestamp($4 / 1000.0)) AS all_of_it)
       SELECT site_no, ($4 - greatest(ms, $6))::float8 AS observed_ms,
         coalesce((
           SELECT sum(extract(epoch FROM upper(d.span * all_of_it) - lower(d.span * all_of_it))) * 1000
           FROM downs d WHERE d.site_no = firsts.site_no AND d.span && all_of_it
         ), 0)::float8 AS down_ms
       FROM firsts, span WHERE ms < $4`,
      [siteNos, read, MIN_OUTAGE_FAILURES, toMs, ORIGIN_HEALTH_VALID_MS / 1000, fromMs],
    );
    return rows.map(({ site_no, observed_ms, down_ms }) => ({
      siteNo: site_no,
      observedMs: observed_ms,
      downMs: Math.min(down_ms, observed_ms),
    }));
  }
}
