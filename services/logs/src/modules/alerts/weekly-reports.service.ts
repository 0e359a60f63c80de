import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import type { OutgoingEvent } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { DataSource } from 'typeorm';
import { LogStore } from '../log-store/log-store.port.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { HOUR_MS } from '../records/roll-ups.rules.ts';
import { THREAT_CODES } from '../records/threats.rules.ts';
import { reportedWeek } from './reported-week.rules.ts';
import { topThreat } from './top-threat.rules.ts';

const WEEK_MS = 7 * 24 * HOUR_MS;
const MAX_SITES = 5;
const EVENTS_AT_ONCE = 100;

interface SiteWeek {
  site_no: number;
  site_id: string;
  requests: string;
  blocked: string;
  response_bytes: string;
  previous_requests: string;
  previous_blocked: string;
}

/**
 * Once a week, one event per owner with traffic. The week is remembered when all are out; after a crash in between they
 * all go out again, and owner and week tell the mailer which it has. What is in them is read before: the store of logs may be
 * another server, for which no transaction waits.
 */
@Injectable()
export class WeeklyReportsService {
  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
    private readonly directory: DomainDirectoryService,
    private readonly publisher: EventPublisher,
  ) {}

  /** @returns how many owners get a report */
  async reportIfDue(now = new Date()): Promise<number> {
    const due = reportedWeek(now);
    if (due === null) return 0;
    const { from, to } = due;
    const week = from.toISOString().slice(0, 10);
    const known: unknown[] = await this.database.query('SELECT FROM reported_weeks WHERE week = $1', [week]);
    if (known.length > 0) return 0;
    const events = await this.eventsOf(from, to);
    return await this.database.transaction(async (manager) => {
      const fresh: unknown[] = await manager.query(
        'INSERT INTO reported_weeks (week) VALUES ($1) ON CONFLICT DO NOTHING RETURNING week',
        [week],
      );
      if (fresh.length === 0) return 0;
      for (let start = 0; start < events.length; start += EVENTS_AT_ONCE) {
        await this.publisher.publish(events.slice(start, start + EVENTS_AT_ONCE));
      }
      return events.length;
    });
  }

  private async eventsOf(from: Date, to: Date): Promise<OutgoingEvent[]> {
    const sites: SiteWeek[] = await this.database.query(
      `SELECT h.site_no, s.site_id,
         coalesce(sum(requests) FILTER (WHERE hour >= $2), 0) AS requests,
         coalesce(sum(blocked) FILTER (WHERE hour >= $2), 0) AS blocked,
         coalesce(sum(response_bytes) FILTER (WHERE hour >= $2), 0) AS response_bytes,
         coalesce(sum(requests) FILTER (WHERE hour < $2), 0) AS previous_requests,
         coalesce(sum(blocked) FILTER (WHERE hour < $2), 0) AS previous_blocked
       FROM traffic_hours h JOIN sites s USING (site_no)
       WHERE hour >= $1 AND hour < $3 AND s.site_id <> '' GROUP BY h.site_no, s.site_id`,
      [new Date(from.getTime() - WEEK_MS), from, to],
    );
    const domains = await this.directory.summariesOf(sites.map((site) => site.site_id));
    const owned = sites.flatMap((site) => {
      const domain = domains.get(site.site_id);
      return domain === undefined ? [] : [{ ...site, ...domain }];
    });
    const events: OutgoingEvent[] = [];
    for (const [ownerId, own] of Map.groupBy(owned, (site) => site.ownerId)) {
      if (total(own, 'requests') === 0n) continue;
      events.push({
        type: 'logs.weekly_report.v1',
        key: ownerId,
        payload: {
          ownerId,
          from: timestampFromDate(from),
          to: timestampFromDate(to),
          totalRequests: total(own, 'requests'),
          blockedRequests: total(own, 'blocked'),
          previousTotalRequests: total(own, 'previous_requests'),
          previousBlockedRequests: total(own, 'previous_blocked'),
          responseBytes: total(own, 'response_bytes'),
          topThreat: await this.topThreatOf(own, from, to),
          sites: busiest(own).map((site) => ({
            domainName: site.name,
            totalRequests: BigInt(site.requests),
            blockedRequests: BigInt(site.blocked),
          })),
        },
      });
    }
    return events;
  }

  /** Owner by owner: there is no question that names every site of an installation. */
  private async topThreatOf(sites: readonly SiteWeek[], from: Date, to: Date): Promise<string> {
    const attacked = sites.filter((site) => site.blocked !== '0').map((site) => site.site_no);
    if (attacked.length === 0) return '';
    const span = { fromMs: from.getTime(), toMs: to.getTime() };
    return topThreat(await this.store.facets.top(attacked, 'threat', span, THREAT_CODES));
  }
}

const total = (sites: readonly SiteWeek[], field: Exclude<keyof SiteWeek, 'site_no' | 'site_id'>): bigint =>
  sites.reduce((sum, site) => sum + BigInt(site[field]), 0n);

const busiest = <Site extends SiteWeek>(sites: readonly Site[]): Site[] =>
  sites
    .filter((site) => site.requests !== '0')
    .sort((a, b) => Number(b.requests) - Number(a.requests))
    .slice(0, MAX_SITES);
