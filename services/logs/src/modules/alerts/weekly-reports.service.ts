import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import type { OutgoingEvent } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { DataSource, type EntityManager } from 'typeorm';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { FACET, HOUR_MS } from '../records/roll-ups.rules.ts';
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
 * all go out again, and owner and week tell the mailer which it has.
 */
@Injectable()
export class WeeklyReportsService {
  constructor(
    private readonly database: DataSource,
    private readonly directory: DomainDirectoryService,
    private readonly publisher: EventPublisher,
  ) {}

  /** @returns how many owners get a report */
  reportIfDue(now = new Date()): Promise<number> {
    const due = reportedWeek(now);
    if (due === null) return Promise.resolve(0);
    const { from, to } = due;
    const week = from.toISOString().slice(0, 10);
    return this.database.transaction(async (manager) => {
      const fresh: unknown[] = await manager.query(
        'INSERT INTO reported_weeks (week) VALUES ($1) ON CONFLICT DO NOTHING RETURNING week',
        [week],
      );
      if (fresh.length === 0) return 0;
      const events = await this.eventsOf(manager, from, to);
      for (let start = 0; start < events.length; start += EVENTS_AT_ONCE) {
        await this.publisher.publish(events.slice(start, start + EVENTS_AT_ONCE));
      }
      return events.length;
    });
  }

  private async eventsOf(manager: EntityManager, from: Date, to: Date): Promise<OutgoingEvent[]> {
    const sites: SiteWeek[] = await manager.query(
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
    const threats = await this.threats(manager, from, to);
    return [...Map.groupBy(owned, (site) => site.ownerId)].flatMap(([ownerId, own]): OutgoingEvent[] => {
      const total = (field: Exclude<keyof SiteWeek, 'site_no' | 'site_id'>) =>
        own.reduce((sum, site) => sum + BigInt(site[field]), 0n);
      if (total('requests') === 0n) return [];
      const busiest = own
        .filter((site) => site.requests !== '0')
        .sort((a, b) => Number(b.requests) - Number(a.requests));
      return [
        {
          type: 'logs.weekly_report.v1',
          key: ownerId,
          payload: {
            ownerId,
            from: timestampFromDate(from),
            to: timestampFromDate(to),
            totalRequests: total('requests'),
            blockedRequests: total('blocked'),
            previousTotalRequests: total('previous_requests'),
            previousBlockedRequests: total('previous_blocked'),
            responseBytes: total('response_bytes'),
            topThreat: topThreat(own.flatMap((site) => threats.get(site.site_no) ?? [])),
            sites: busiest.slice(0, MAX_SITES).map((site) => ({
              domainName: site.name,
              totalRequests: BigInt(site.requests),
              blockedRequests: BigInt(site.blocked),
            })),
          },
        },
      ];
    });
  }

  private async threats(manager: EntityManager, from: Date, to: Date) {
    const rows: { site_no: number; value: string; blocked: string }[] = await manager.query(
      `SELECT site_no, value, sum(blocked) AS blocked FROM facet_hours
       WHERE kind = $1 AND hour >= $2 AND hour < $3 AND blocked > 0 GROUP BY site_no, value`,
      [FACET.threat, from, to],
    );
    const counted = rows.map((row) => ({ ...row, blocked: Number(row.blocked) }));
    return Map.groupBy(counted, (row) => row.site_no);
  }
}
