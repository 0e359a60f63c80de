import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@palisade/basics';
import { DataSource } from 'typeorm';
import { LogStore } from '../log-store/log-store.port.ts';
import { statusClass } from '../records/roll-ups.rules.ts';
import { MIN_SERVER_ERROR } from '../records/threats.rules.ts';

export interface TrafficSum {
  requests: number;
  blocked: number;
  responseBytes: number;
  allowedDurationUs: number;
}

export interface TrafficPoint {
  timeMs: number;
  requests: number;
  blocked: number;
  responseBytes: number;
}

export interface FailurePoint {
  timeMs: number;
  /** Responses with a 5xx, from origin or edge. */
  serverErrors: number;
  originRequests: number;
  originFailures: number;
}

/** Traffic in a past time range, to compare with. */
export type TrafficBefore = Pick<TrafficSum, 'requests' | 'blocked' | 'responseBytes'>;

/** Queries on the traffic of minutes and hours; none reads records. */
@Injectable()
export class RollUpsRepository {
  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
  ) {}

  /** All sites with requests in the hours of a time range. */
  async sitesWithTraffic(fromMs: number, toMs: number): Promise<number[]> {
    const rows: { site_no: number }[] = await this.database.query(
      'SELECT DISTINCT site_no FROM traffic_hours WHERE hour > $1 AND hour <= $2',
      [iso(fromMs - HOUR_MS), iso(toMs)],
    );
    return rows.map(({ site_no }) => site_no);
  }

  /**
   * From `fromMs`, to the minute, until now: whole hours from the hourly sums, the partial first hour from the minutes.
   */
  async trafficSince(siteNos: readonly number[], fromMs: number): Promise<TrafficSum> {
    const from = fromMs - (fromMs % MINUTE_MS);
    const firstHour = Math.ceil(from / HOUR_MS) * HOUR_MS;
    const [row]: Record<string, string>[] = await this.database.query(
      `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(blocked), 0) AS blocked,
         coalesce(sum(response_bytes), 0) AS response_bytes,
         coalesce(sum(allowed_duration_us), 0) AS allowed_duration_us
       FROM (
         SELECT requests, blocked, response_bytes, allowed_duration_us
         FROM traffic_hours WHERE site_no = ANY($1) AND hour >= $3
         UNION ALL
         SELECT requests, blocked, response_bytes, allowed_duration_us
         FROM traffic_minutes WHERE site_no = ANY($1) AND minute >= $2 AND minute < $3
       ) AS parts`,
      [siteNos, iso(from), iso(firstHour)],
    );
    return {
      requests: Number(row?.requests),
      blocked: Number(row?.blocked),
      responseBytes: Number(row?.response_bytes),
      allowedDurationUs: Number(row?.allowed_duration_us),
    };
  }

  /**
   * Traffic of a range of `lengthMs` that begins `backMs` before `presentMs`. Partial hours count proportionally:
   * minutes are not kept as long. Null where these sites' traffic does not reach back to the beginning: a comparison
   * with an incomplete period would look like growth.
   */
  async trafficBefore(
    siteNos: readonly number[],
    presentMs: number,
    backMs: number,
    lengthMs = backMs,
  ): Promise<TrafficBefore | null> {
    const [row]: Record<string, string | boolean | null>[] = await this.database.query(
      `SELECT sum(requests * share) AS requests, sum(blocked * share) AS blocked,
         sum(response_bytes * share) AS response_bytes,
         (SELECT min(hour) FROM traffic_hours WHERE site_no = ANY($1)) <= $2::timestamptz AS reaches
       FROM traffic_hours t, LATERAL (
         SELECT extract(epoch FROM least(t.hour + interval '1 hour', $3::timestamptz) - greatest(t.hour, $2::timestamptz))
           / 3600 AS share
       ) AS s
       WHERE t.site_no = ANY($1) AND t.hour > $2::timestamptz - interval '1 hour' AND t.hour < $3`,
      [siteNos, iso(presentMs - backMs), iso(presentMs - backMs + lengthMs)],
    );
    if (row?.reaches !== true) return null;
    const whole = (name: string) => Math.round(Number(row[name]));
    return {
      requests: whole('requests'),
      blocked: whole('blocked'),
      responseBytes: whole('response_bytes'),
    };
  }

  /** The hours since then with any request, by site id. */
  async hoursWithTraffic(siteIds: readonly string[], fromMs: number): Promise<Map<string, Set<number>>> {
    const rows: { site_id: string; hour_ms: number }[] = await this.database.query(
      `SELECT s.site_id, (extract(epoch FROM t.hour) * 1000)::float8 AS hour_ms
       FROM traffic_hours t JOIN sites s USING (site_no) WHERE s.site_id = ANY($1) AND t.hour >= $2`,
      [siteIds, toHour(fromMs)],
    );
    const hours = new Map(siteIds.map((siteId) => [siteId, new Set<number>()]));
    for (const row of rows) hours.get(row.site_id)?.add(row.hour_ms);
    return hours;
  }

  /** One point per hour or day (UTC), including those without traffic. @param firstMs when the first one begins */
  async series(
    siteNos: readonly number[],
    step: 'hour' | 'day',
    points: number,
    firstMs: number,
  ): Promise<TrafficPoint[]> {
    const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
    const rows: Record<string, string>[] = await this.database.query(
      `SELECT extract(epoch FROM date_trunc('${step}', hour, 'UTC')) * 1000 AS time_ms, sum(requests) AS requests,
         sum(blocked) AS blocked, sum(response_bytes) AS response_bytes
       FROM traffic_hours WHERE site_no = ANY($1) AND hour >= $2 AND hour < $3 GROUP BY 1`,
      [siteNos, iso(firstMs), iso(firstMs + points * stepMs)],
    );
    const byTime = new Map(rows.map((row) => [Number(row.time_ms), row]));
    return Array.from({ length: points }, (_, i) => {
      const timeMs = firstMs + i * stepMs;
      const row = byTime.get(timeMs);
      return {
        timeMs,
        requests: Number(row?.requests ?? 0),
        blocked: Number(row?.blocked ?? 0),
        responseBytes: Number(row?.response_bytes ?? 0),
      };
    });
  }

  /** Failures by cause, per hour or day, including those without any. */
  async failures(siteNos: readonly number[], steps: Steps): Promise<FailurePoint[]> {
    const span = { fromMs: steps.fromMs, toMs: endOf(steps) };
    const [rows, errors] = await Promise.all([
      this.database.query<Record<string, string>[]>(
        `SELECT extract(epoch FROM date_trunc('${steps.step}', hour, 'UTC')) * 1000 AS time_ms,
           sum(origin_requests) AS origin_requests, sum(origin_failures) AS origin_failures
         FROM traffic_hours WHERE site_no = ANY($1) AND hour >= $2 AND hour < $3 GROUP BY 1`,
        [siteNos, iso(span.fromMs), iso(span.toMs)],
      ),
      this.store.facets.series(siteNos, 'status', statusClass(MIN_SERVER_ERROR), steps.step, span),
    ]);
    const byTime = new Map(rows.map((row) => [Number(row.time_ms), row]));
    return Array.from({ length: steps.points }, (_, i) => {
      const timeMs = steps.fromMs + i * stepMsOf(steps);
      const row = byTime.get(timeMs);
      return {
        timeMs,
        serverErrors: errors.get(timeMs) ?? 0,
        originRequests: Number(row?.origin_requests ?? 0),
        originFailures: Number(row?.origin_failures ?? 0),
      };
    });
  }
}

/** Start times of consecutive steps. */
export interface Steps {
  step: 'hour' | 'day';
  fromMs: number;
  points: number;
}

const stepMsOf = ({ step }: Steps): number => (step === 'hour' ? HOUR_MS : DAY_MS);
const endOf = (steps: Steps): number => steps.fromMs + steps.points * stepMsOf(steps);

const iso = (ms: number): string => new Date(ms).toISOString();
const toHour = (ms: number): string => iso(ms - (ms % HOUR_MS));
