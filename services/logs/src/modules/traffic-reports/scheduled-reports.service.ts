import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable } from '@nestjs/common';
import type { OutgoingEvent } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { queryRows, type UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { topThreat } from '../attack-detection/top-threat.rules.ts';
import { LogStore, type Span } from '../log-store/log-store.port.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { THREAT_CODES } from '../records/threats.rules.ts';
import { changeSentence, type PeriodSums, scaled } from './change-sentence.rules.ts';
import { dayText, dueSpan, REPORT_PERIODS, type ReportPeriod, spanBefore } from './report-period.rules.ts';
import { type ReportChoices, ReportSettingsRepository } from './report-settings.repository.ts';
import { ReportSettingsService } from './report-settings.service.ts';

const NAMED_SITES = 5;
const EVENTS_AT_ONCE = 100;
/** Lease of a claim; after it another instance takes over from one that died. */
const CLAIM_MS = 30 * 60_000;

interface SiteSums {
  site_no: number;
  site_id: string;
  requests: string;
  blocked: string;
  response_bytes: string;
  origin_requests: string;
  origin_failures: string;
  previous_requests: string;
  previous_blocked: string;
  previous_origin_requests: string;
  previous_origin_failures: string;
  reaches: boolean;
}
type OwnedSums = SiteSums & { ownerId: string; name: string };

/** The account setting for a period's reports, and the table of completed periods. */
const KINDS = {
  week: { table: 'reported_weeks', column: 'week', wanted: 'weekly' },
  month: { table: 'reported_months', column: 'month', wanted: 'monthly' },
} as const satisfies Record<ReportPeriod, object>;

/**
 * Weekly and monthly, publishes an event for each report that owners with traffic have chosen. The period is recorded
 * when all are published; after a crash in between they are all published again, and the mailer recognises repeats by
 * owner, site and period. Their content is read before, by one instance: the log store may be another server, which no
 * transaction should wait for.
 */
@Injectable()
export class ScheduledReportsService {
  constructor(
    private readonly database: DataSource,
    private readonly store: LogStore,
    private readonly directory: DomainDirectoryService,
    private readonly settings: ReportSettingsRepository,
    private readonly brands: ReportSettingsService,
    private readonly publisher: EventPublisher,
  ) {}

  /** @returns number of reports published */
  async reportIfDue(now = new Date()): Promise<number> {
    let reports = 0;
    for (const period of REPORT_PERIODS) {
      const due = dueSpan(period, now.getTime());
      if (due !== null) reports += await this.report(period, due);
    }
    return reports;
  }

  private async report(period: ReportPeriod, span: Span): Promise<number> {
    const { table, column } = KINDS[period];
    const day = dayText(span.fromMs);
    const areOut = async () => {
      const known: unknown[] = await this.database.query(`SELECT FROM ${table} WHERE ${column} = $1`, [day]);
      return known.length > 0;
    };
    if ((await areOut()) || !(await this.claim(period))) return 0;
    try {
      // Another instance may have completed it in between.
      return (await areOut()) ? 0 : await this.sendOut(period, span);
    } finally {
      await this.database.query(`UPDATE report_claims SET claimed_until = '-infinity' WHERE period = $1`, [
        period,
      ]);
    }
  }

  private async claim(period: ReportPeriod): Promise<boolean> {
    // An UPDATE with RETURNING returns [rows, count].
    const rows = await queryRows<unknown>(
      this.database,
      `UPDATE report_claims SET claimed_until = now() + $2 * interval '1 millisecond'
       WHERE period = $1 AND claimed_until <= now() RETURNING period`,
      [period, CLAIM_MS],
    );
    return rows.length > 0;
  }

  private async sendOut(period: ReportPeriod, span: Span): Promise<number> {
    const { table, column } = KINDS[period];
    const events = await this.eventsOf(period, span);
    return await this.database.transaction(async (manager) => {
      const fresh: unknown[] = await manager.query(
        `INSERT INTO ${table} (${column}) VALUES ($1) ON CONFLICT DO NOTHING RETURNING ${column}`,
        [dayText(span.fromMs)],
      );
      if (fresh.length === 0) return 0;
      for (let start = 0; start < events.length; start += EVENTS_AT_ONCE)
        await this.publisher.publish(events.slice(start, start + EVENTS_AT_ONCE));
      return events.length;
    });
  }

  private async eventsOf(period: ReportPeriod, span: Span): Promise<OutgoingEvent[]> {
    const sites = await this.sumsOf(period, span);
    const domains = await this.directory.summariesOf(sites.map((site) => site.site_id));
    const owned = sites.flatMap((site): OwnedSums[] => {
      const domain = domains.get(site.site_id);
      return domain === undefined ? [] : [{ ...site, ...domain }];
    });
    const byOwner = Map.groupBy(owned, ({ ownerId }) => ownerId);
    const choicesOf = await this.settings.ofMany([...byOwner.keys()]);
    const events: OutgoingEvent[] = [];
    for (const [ownerId, own] of byOwner) {
      const choices = choicesOf(ownerId);
      if (!choices[KINDS[period].wanted]) continue;
      for (const about of reportsOf(own, choices))
        events.push(await this.eventOf(period, span, { ...about, ownerId, choices }));
    }
    return events;
  }

  /**
   * Every site's figures in the period, and in the preceding one for sites whose traffic reaches back to its beginning.
   */
  private sumsOf(period: ReportPeriod, { fromMs, toMs }: Span): Promise<SiteSums[]> {
    const before = new Date(spanBefore(period, { fromMs }).fromMs);
    const sums = ['requests', 'blocked', 'origin_requests', 'origin_failures'].flatMap((name) => [
      `coalesce(sum(${name}) FILTER (WHERE hour >= $2), 0) AS ${name}`,
      `coalesce(sum(${name}) FILTER (WHERE hour < $2), 0) AS previous_${name}`,
    ]);
    return this.database.query(
      `SELECT h.site_no, s.site_id, ${sums.join(', ')},
         coalesce(sum(response_bytes) FILTER (WHERE hour >= $2), 0) AS response_bytes,
         (SELECT min(f.hour) FROM traffic_hours f WHERE f.site_no = h.site_no) <= $1 AS reaches
       FROM traffic_hours h JOIN sites s USING (site_no)
       WHERE hour >= $1 AND hour < $3 AND s.site_id <> '' GROUP BY h.site_no, s.site_id`,
      [before, new Date(fromMs), new Date(toMs)],
    );
  }

  private async eventOf(
    period: ReportPeriod,
    span: Span,
    { ownerId, sites, site, choices }: About & { ownerId: string; choices: ReportChoices },
  ): Promise<OutgoingEvent> {
    const past = spanBefore(period, span);
    const now = sumsIn(sites, '');
    const previous = sumsIn(sites, 'previous_');
    const longer = (span.toMs - span.fromMs) / (past.toMs - past.fromMs);
    const before = scaled(previous, longer);
    const threat = await this.topThreatOf(sites, span);
    const isKnown = sites.some(({ reaches }) => reaches);
    const report = {
      ownerId,
      from: timestampFromDate(new Date(span.fromMs)),
      to: timestampFromDate(new Date(span.toMs)),
      totalRequests: BigInt(now.requests),
      blockedRequests: BigInt(now.blocked),
      previousTotalRequests: BigInt(before.requests),
      previousBlockedRequests: BigInt(before.blocked),
      responseBytes: total(sites, 'response_bytes'),
      topThreat: threat,
      sites: busiest(sites).map((one) => ({
        domainName: one.name,
        totalRequests: BigInt(one.requests),
        blockedRequests: BigInt(one.blocked),
      })),
      siteId: site?.site_id ?? '',
      siteName: site?.name ?? '',
      sentence: changeSentence({
        period,
        now,
        before: isKnown ? previous : null,
        longer,
        topThreat: threat,
      }),
      withPdf: choices.with_pdf,
      brandName: choices.brand_name === '' ? '' : (await this.brands.brandOf(ownerId as UserId)).name,
    };
    return period === 'week'
      ? { type: 'logs.weekly_report.v1', key: ownerId, payload: report }
      : { type: 'logs.monthly_report.v1', key: ownerId, payload: { report } };
  }

  /** Report by report: no query lists every site of an installation. */
  private async topThreatOf(sites: readonly SiteSums[], span: Span): Promise<string> {
    const attacked = sites.filter((site) => site.blocked !== '0').map((site) => site.site_no);
    if (attacked.length === 0) return '';
    return topThreat(await this.store.facets.top(attacked, 'threat', span, THREAT_CODES));
  }
}

interface About {
  sites: readonly OwnedSums[];
  /** Null: all of them together. */
  site: OwnedSums | null;
}

/** Sites without traffic have no report. */
function reportsOf(own: readonly OwnedSums[], { together, site_ids }: ReportChoices): About[] {
  const all: About[] =
    together && own.some(({ requests }) => requests !== '0') ? [{ sites: own, site: null }] : [];
  const each = own
    .filter(({ site_id, requests }) => site_ids.includes(site_id) && requests !== '0')
    .map((site) => ({ sites: [site], site }));
  return [...all, ...each];
}

type Sum = Exclude<keyof SiteSums, 'site_no' | 'site_id' | 'reaches'>;

const total = (sites: readonly SiteSums[], field: Sum): bigint =>
  sites.reduce((sum, site) => sum + BigInt(site[field]), 0n);

function sumsIn(sites: readonly SiteSums[], which: '' | 'previous_'): PeriodSums {
  const of = (field: Sum) => Number(total(sites, field));
  return {
    requests: of(`${which}requests`),
    blocked: of(`${which}blocked`),
    originRequests: of(`${which}origin_requests`),
    originFailures: of(`${which}origin_failures`),
  };
}

const busiest = <Site extends SiteSums>(sites: readonly Site[]): Site[] =>
  sites
    .filter((site) => site.requests !== '0')
    .toSorted((a, b) => Number(b.requests) - Number(a.requests))
    .slice(0, NAMED_SITES);
