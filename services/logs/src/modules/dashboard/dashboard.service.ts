import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '@palisade/basics';
import type { UserId } from '@palisade/nest-kit';
import { isFiltering, type LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-store/log-row.types.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { THREAT_CODES, threatName } from '../records/threats.rules.ts';
import { cursorOf } from '../request-logs/log-cursor.schema.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { percentage, shares } from '../roll-ups/percentages.rules.ts';
import { RollUpsRepository, type TrafficSum } from '../roll-ups/roll-ups.repository.ts';
import { UptimeRepository } from '../roll-ups/uptime.repository.ts';
import { LogSearchService } from '../search/log-search.service.ts';
import type { DashboardStats, RecentLogs } from './dashboard.schema.ts';

const STATS_HOURS = 24;
const CHART_DAYS = 7;
const RECENT_THREATS = 10;

/** Query of the activity log. */
export interface LogQuestion {
  status: StatusFilter;
  filter: LogFilter;
  limit: number;
  /** Position of the previous page's end; null: the newest entries. */
  after: LogPosition | null;
}

@Injectable()
export class DashboardService {
  constructor(
    private readonly owned: OwnedSitesService,
    private readonly rollUps: RollUpsRepository,
    private readonly uptimes: UptimeRepository,
    private readonly store: LogStore,
    private readonly search: LogSearchService,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async stats(userId: UserId, domain: string | null, nowMs = Date.now()): Promise<DashboardStats> {
    const sites = await this.owned.sitesOf(userId, domain);
    const chartFrom = startOfDay(nowMs) - (CHART_DAYS - 1) * 24 * HOUR_MS;
    const chart = { fromMs: chartFrom, toMs: chartFrom + CHART_DAYS * 24 * HOUR_MS };
    const fromMs = nowMs - STATS_HOURS * HOUR_MS;
    const [traffic, before, week, threats, recent, uptime] = await Promise.all([
      this.rollUps.trafficSince(sites.numbers, fromMs),
      this.rollUps.trafficBefore(sites.numbers, fromMs, STATS_HOURS * HOUR_MS),
      this.rollUps.series(sites.numbers, 'day', CHART_DAYS, chartFrom),
      this.store.facets.top(sites.numbers, 'threat', chart, THREAT_CODES),
      this.store.records.newest(sites.numbers, 'blocked', RECENT_THREATS, nowMs),
      this.uptimes.uptime(sites.numbers, nowMs),
    ]);
    const threatShares = shares(threats.map(({ blocked }) => blocked));
    return {
      stats: {
        total_requests: traffic.requests,
        blocked_threats: traffic.blocked,
        block_rate: percentage(traffic.blocked, traffic.requests),
        allowed_requests: traffic.requests - traffic.blocked,
        uptime_percentage: uptime && percentage(uptime.observedMs - uptime.downMs, uptime.observedMs),
        uptime_since: uptime && new Date(uptime.sinceMs).toISOString(),
        avg_response_time: averageMs(traffic),
      },
      weekly_traffic: week.map((point) => ({
        date: new Date(point.timeMs).toISOString().slice(0, 10),
        total_requests: point.requests,
        blocked_requests: point.blocked,
      })),
      threat_types: threats.map(({ value, blocked }, i) => ({
        threat_type: threatName(Number(value)),
        percentage: threatShares[i]!,
        count: blocked,
      })),
      before: before && {
        total_requests: before.requests,
        blocked_threats: before.blocked,
        allowed_requests: before.requests - before.blocked,
      },
      recent_logs: recent.map((row) => toRecentThreat(row, sites.nameOf(row.site_no))),
    };
  }

  /**
   * A page of the activity log, newest first.
   * @throws DomainError `domain_not_found`, `too_many_searches`, `search_too_slow`
   */
  async recentLogs(
    userId: UserId,
    domain: string | null,
    { status, filter, limit, after }: LogQuestion,
    nowMs = Date.now(),
  ): Promise<RecentLogs> {
    const sites = await this.owned.sitesOf(userId, domain);
    if (isFiltering(filter)) {
      const found = await this.search.find({ ownerId: userId }, sites.numbers, status, filter, limit, after);
      return {
        logs: found.rows.map((row) => toLogEntry(row, sites.nameOf(row.site_no))),
        next: found.next && cursorOf(found.next),
        searched_to: found.searchedToMs === null ? null : new Date(found.searchedToMs).toISOString(),
      };
    }
    const rows = await this.store.records.newest(sites.numbers, status, limit, nowMs, after);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return {
      logs: rows.map((row) => toLogEntry(row, sites.nameOf(row.site_no))),
      next: last ? cursorOf({ receivedAt: last.received_at, requestId: last.request_id }) : null,
      searched_to: null,
    };
  }
}

function toRecentThreat(row: LogRow, domainName: string): DashboardStats['recent_logs'][number] {
  return {
    id: row.request_id,
    timestamp: row.received_at.toISOString(),
    attack_type: threatName(row.threat),
    ip_address: row.client_address,
    country: row.country === '' ? null : row.country,
    status: row.blocked ? 'blocked' : 'allowed',
    domain_name: domainName,
  };
}

function averageMs({ requests, blocked, allowedDurationUs }: TrafficSum): number | null {
  const allowed = requests - blocked;
  return allowed === 0 ? null : Math.round(allowedDurationUs / allowed / 100) / 10;
}

function startOfDay(ms: number): number {
  return ms - (ms % (24 * HOUR_MS));
}
