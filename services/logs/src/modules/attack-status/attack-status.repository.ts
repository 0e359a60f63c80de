import { Injectable } from '@nestjs/common';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@palisade/basics';
import { DataSource } from 'typeorm';
import { TIMES_USUAL, WINDOW_MINUTES } from '../attack-detection/attack.rules.ts';
import type { BlockedMinute } from './attack-span.rules.ts';

const LAST_BLOCKED_MS = 30 * DAY_MS;
export interface Sums {
  requests: number;
  blocked: number;
}

/** And how many of them no origin answered. */
interface HourSums extends Sums {
  failed: number;
}

export interface SiteSums extends Sums {
  siteNo: number;
  lastBlockedMs: number | null;
}

export interface OriginWindow {
  siteNo: number;
  asked: number;
  failed: number;
  /**
   * The first failure after the last success of the last hour; null: none failed, or some succeeded within the window.
   */
  downSinceMs: number | null;
}

/** A row as the driver returns it: bigints are text. */
type Row = Record<string, string | number | null>;

const numberOf = (value: string | number | null | undefined): number => Number(value ?? 0);
const iso = (ms: number): string => new Date(ms).toISOString();

/** Queries about the last minutes of an owner's sites, each bounded in rows whatever the traffic. */
@Injectable()
export class AttackStatusRepository {
  constructor(private readonly database: DataSource) {}

  /** All sites together, by minute; minutes without requests are left out. */
  async minutes(siteNos: readonly number[], fromMs: number): Promise<(HourSums & { timeMs: number })[]> {
    const rows: Row[] = await this.database.query(
      `SELECT extract(epoch FROM minute) * 1000 AS time_ms, sum(requests) AS requests, sum(blocked) AS blocked,
         sum(origin_failures) AS failed
       FROM traffic_minutes WHERE site_no = ANY($1) AND minute >= $2 GROUP BY minute ORDER BY minute`,
      [siteNos, iso(fromMs)],
    );
    return rows.map((row) => ({
      timeMs: numberOf(row.time_ms),
      requests: numberOf(row.requests),
      blocked: numberOf(row.blocked),
      failed: numberOf(row.failed),
    }));
  }

  /** Each site's last 24 hours, to the minute, and when something was blocked last. */
  async day(siteNos: readonly number[], nowMs: number): Promise<SiteSums[]> {
    const fromMs = nowMs - DAY_MS - ((nowMs - DAY_MS) % MINUTE_MS);
    const rows: Row[] = await this.database.query(
      `SELECT site_no, sum(requests) AS requests, sum(blocked) AS blocked, extract(epoch FROM max(seen)) * 1000 AS last_blocked_ms
       FROM (
         SELECT site_no, requests, blocked, NULL::timestamptz AS seen FROM traffic_hours
         WHERE site_no = ANY($1) AND hour >= $3
         UNION ALL
         SELECT site_no, requests, blocked, NULL FROM traffic_minutes
         WHERE site_no = ANY($1) AND minute >= $2 AND minute < $3
         UNION ALL
         SELECT site_no, 0, 0, max(hour) FROM traffic_hours
         WHERE site_no = ANY($1) AND hour >= $4 AND blocked > 0 GROUP BY site_no
         UNION ALL
         SELECT site_no, 0, 0, max(minute) FROM traffic_minutes
         WHERE site_no = ANY($1) AND minute >= $5 AND blocked > 0 GROUP BY site_no
       ) AS parts GROUP BY site_no`,
      [
        siteNos,
        iso(fromMs),
        iso(Math.ceil(fromMs / HOUR_MS) * HOUR_MS),
        iso(nowMs - LAST_BLOCKED_MS),
        iso(nowMs - HOUR_MS),
      ],
    );
    return rows.map((row) => ({
      siteNo: numberOf(row.site_no),
      requests: numberOf(row.requests),
      blocked: numberOf(row.blocked),
      lastBlockedMs: row.last_blocked_ms === null ? null : numberOf(row.last_blocked_ms),
    }));
  }

  /** Sites whose blocked requests reach the threshold of an alert: many, and unusually many. */
  async attacked(siteNos: readonly number[], nowMs: number, threshold: number): Promise<number[]> {
    const rows: Row[] = await this.database.query(
      `SELECT m.site_no FROM traffic_minutes m
       WHERE m.site_no = ANY($1) AND m.minute > $2 AND m.minute <= $3
       GROUP BY m.site_no
       HAVING sum(m.blocked) >= $4
         AND sum(m.blocked) >= ${TIMES_USUAL} * (
           SELECT coalesce(sum(h.blocked), 0) * ${WINDOW_MINUTES} / (7 * 24 * 60.0) FROM traffic_hours h
           WHERE h.site_no = m.site_no AND h.hour >= $3::timestamptz - interval '7 days'
             AND h.hour < date_trunc('hour', $2::timestamptz, 'UTC'))
       ORDER BY sum(m.blocked) DESC`,
      [siteNos, iso(nowMs - WINDOW_MINUTES * MINUTE_MS), iso(nowMs), threshold],
    );
    return rows.map((row) => numberOf(row.site_no));
  }

  /** The minutes of a day with blocked requests of a site, newest first. */
  async blockedMinutes(siteNo: number, nowMs: number): Promise<BlockedMinute[]> {
    const rows: Row[] = await this.database.query(
      `SELECT extract(epoch FROM minute) * 1000 AS time_ms, blocked FROM traffic_minutes
       WHERE site_no = $1 AND minute >= $2 AND blocked > 0 ORDER BY minute DESC`,
      [siteNo, iso(nowMs - DAY_MS)],
    );
    return rows.map((row) => ({ timeMs: numberOf(row.time_ms), blocked: numberOf(row.blocked) }));
  }

  /** Results of requests to each site's origin within the window. */
  async origins(siteNos: readonly number[], nowMs: number): Promise<OriginWindow[]> {
    const rows: Row[] = await this.database.query(
      `WITH hour AS (
         SELECT site_no, minute, origin_requests AS asked, origin_failures AS failed FROM traffic_minutes
         WHERE site_no = ANY($1) AND minute >= $3 AND origin_requests > 0
       ), answered AS (
         SELECT site_no, max(minute) AS minute FROM hour WHERE asked > failed GROUP BY site_no
       )
       SELECT h.site_no, sum(asked) FILTER (WHERE h.minute > $2) AS asked, sum(failed) FILTER (WHERE h.minute > $2) AS failed,
         extract(epoch FROM min(h.minute) FILTER (WHERE failed > 0 AND (a.minute IS NULL OR h.minute > a.minute))) * 1000 AS down_ms
       FROM hour h LEFT JOIN answered a USING (site_no)
       GROUP BY h.site_no HAVING sum(asked) FILTER (WHERE h.minute > $2) > 0`,
      [siteNos, iso(nowMs - WINDOW_MINUTES * MINUTE_MS), iso(nowMs - HOUR_MS)],
    );
    return rows.map((row) => {
      const [asked, failed] = [numberOf(row.asked), numberOf(row.failed)];
      return {
        siteNo: numberOf(row.site_no),
        asked,
        failed,
        downSinceMs: failed === asked && row.down_ms !== null ? numberOf(row.down_ms) : null,
      };
    });
  }
}
