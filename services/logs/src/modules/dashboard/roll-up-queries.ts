import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FACET, type Facet, HOUR_MS, MINUTE_MS } from '../ingest/roll-ups.ts';

export interface TrafficSum {
  requests: number;
  blocked: number;
  responseBytes: number;
  allowedDurationUs: number;
  originRequests: number;
  originFailures: number;
}

export interface TrafficPoint {
  timeMs: number;
  requests: number;
  blocked: number;
  responseBytes: number;
}

export interface FacetSum {
  value: string;
  requests: number;
  blocked: number;
}

const DAY_MS = 24 * HOUR_MS;

/** Questions to the roll-ups; none of them looks at a request. */
@Injectable()
export class RollUpQueries {
  constructor(private readonly database: DataSource) {}

  /** From `fromMs`, to the minute, until now: whole hours from the hours, the first part of an hour from the minutes. */
  async trafficSince(siteNos: readonly number[], fromMs: number): Promise<TrafficSum> {
    const from = fromMs - (fromMs % MINUTE_MS);
    const firstHour = Math.ceil(from / HOUR_MS) * HOUR_MS;
    const [row]: Record<string, string>[] = await this.database.query(
      `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(blocked), 0) AS blocked,
         coalesce(sum(response_bytes), 0) AS response_bytes,
         coalesce(sum(allowed_duration_us), 0) AS allowed_duration_us,
         coalesce(sum(origin_requests), 0) AS origin_requests,
         coalesce(sum(origin_failures), 0) AS origin_failures
       FROM (
         SELECT requests, blocked, response_bytes, allowed_duration_us, origin_requests, origin_failures
         FROM traffic_hours WHERE site_no = ANY($1) AND hour >= $3
         UNION ALL
         SELECT requests, blocked, response_bytes, allowed_duration_us, origin_requests, origin_failures
         FROM traffic_minutes WHERE site_no = ANY($1) AND minute >= $2 AND minute < $3
       ) AS parts`,
      [siteNos, new Date(from).toISOString(), new Date(firstHour).toISOString()],
    );
    return {
      requests: Number(row?.requests),
      blocked: Number(row?.blocked),
      responseBytes: Number(row?.response_bytes),
      allowedDurationUs: Number(row?.allowed_duration_us),
      originRequests: Number(row?.origin_requests),
      originFailures: Number(row?.origin_failures),
    };
  }

  /** One point per hour or day (UTC), also where there was nothing; the last one holds `nowMs`. */
  async series(
    siteNos: readonly number[],
    step: 'hour' | 'day',
    points: number,
    nowMs: number,
  ): Promise<TrafficPoint[]> {
    const stepMs = step === 'hour' ? HOUR_MS : DAY_MS;
    const last = nowMs - (nowMs % stepMs);
    const first = last - (points - 1) * stepMs;
    const rows: Record<string, string>[] = await this.database.query(
      `SELECT extract(epoch FROM date_trunc('${step}', hour, 'UTC')) * 1000 AS time_ms, sum(requests) AS requests,
         sum(blocked) AS blocked, sum(response_bytes) AS response_bytes
       FROM traffic_hours WHERE site_no = ANY($1) AND hour >= $2 AND hour < $3 GROUP BY 1`,
      [siteNos, new Date(first).toISOString(), new Date(last + stepMs).toISOString()],
    );
    const byTime = new Map(rows.map((row) => [Number(row.time_ms), row]));
    return Array.from({ length: points }, (_, i) => {
      const timeMs = first + i * stepMs;
      const row = byTime.get(timeMs);
      return {
        timeMs,
        requests: Number(row?.requests ?? 0),
        blocked: Number(row?.blocked ?? 0),
        responseBytes: Number(row?.response_bytes ?? 0),
      };
    });
  }

  /** The values of a facet by frequency. */
  async facet(siteNos: readonly number[], facet: Facet, fromMs: number, limit: number): Promise<FacetSum[]> {
    const rows: Record<string, string>[] = await this.database.query(
      `SELECT value, sum(requests) AS requests, sum(blocked) AS blocked
       FROM facet_hours WHERE site_no = ANY($1) AND kind = $2 AND hour >= $3
       GROUP BY value ORDER BY 2 DESC, 1 LIMIT $4`,
      [siteNos, FACET[facet], new Date(fromMs - (fromMs % HOUR_MS)).toISOString(), limit],
    );
    return rows.map((row) => ({
      value: String(row.value),
      requests: Number(row.requests),
      blocked: Number(row.blocked),
    }));
  }
}
