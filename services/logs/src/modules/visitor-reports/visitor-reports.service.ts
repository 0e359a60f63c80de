import { Injectable } from '@nestjs/common';
import { DomainError, queryRows, type UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { LogRow } from '../log-store/log-row.types.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { type OwnedSites, OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import {
  type DecideReport,
  REPORTS_SHOWN,
  type ReportsQuery,
  type visitorReportSchema,
  type visitorReportsSchema,
} from './visitor-reports.schema.ts';

export type VisitorReportView = z.infer<typeof visitorReportSchema>;

interface ReportRow {
  report_id: string;
  site_no: number;
  request_id: string;
  text: string;
  email: string;
  reported_at: Date;
  state: DecideReport['state'];
  decided_at: Date | null;
}

/** Reports of refused visitors to the owners of sites. */
@Injectable()
export class VisitorReportsService {
  constructor(
    private readonly database: DataSource,
    private readonly owned: OwnedSitesService,
    private readonly store: LogStore,
  ) {}

  /** The newest first. @throws DomainError `domain_not_found` */
  async list(
    userId: UserId,
    { state, domain, after }: ReportsQuery,
  ): Promise<z.infer<typeof visitorReportsSchema>> {
    const sites = await this.owned.sitesOf(userId, domain);
    const [rows, counted]: [ReportRow[], { open: number }[]] = await Promise.all([
      this.database.query(
        `SELECT * FROM visitor_reports
         WHERE site_no = ANY($1) AND expires_at > now() AND ($2::text IS NULL OR state = $2)
           AND ($3::timestamptz IS NULL OR (reported_at, report_id) < ($3, $4))
         ORDER BY reported_at DESC, report_id DESC LIMIT ${REPORTS_SHOWN + 1}`,
        [sites.numbers, state ?? null, after?.reportedAt ?? null, after?.id ?? null],
      ),
      this.database.query(
        `SELECT count(*)::int AS open FROM visitor_reports
         WHERE site_no = ANY($1) AND expires_at > now() AND state = 'open'`,
        [sites.numbers],
      ),
    ]);
    const shown = rows.slice(0, REPORTS_SHOWN);
    const last = rows.length > REPORTS_SHOWN ? shown.at(-1) : undefined;
    return {
      reports: await this.viewsOf(shown, sites),
      open: counted[0]?.open ?? 0,
      next: last === undefined ? null : `${last.reported_at.toISOString()}_${last.report_id}`,
    };
  }

  /** Stores the owner's decision on a report. @throws DomainError `report_not_found`, also for one to somebody else */
  async decide(userId: UserId, reportId: string, { state }: DecideReport): Promise<VisitorReportView> {
    const sites = await this.owned.sitesOf(userId, null);
    const rows = await queryRows<ReportRow>(
      this.database,
      `UPDATE visitor_reports SET state = $3, decided_at = CASE WHEN $3 = 'open' THEN NULL ELSE now() END
       WHERE report_id = $1 AND site_no = ANY($2) AND expires_at > now() RETURNING *`,
      [reportId, sites.numbers, state],
    );
    const [view] = await this.viewsOf(rows, sites);
    if (view === undefined) throw new DomainError('not_found', 'report_not_found', 'Report not found');
    return view;
  }

  private async viewsOf(rows: readonly ReportRow[], sites: OwnedSites): Promise<VisitorReportView[]> {
    const refused = await this.store.records.refused(
      rows.map(({ site_no, request_id }) => ({ siteNo: site_no, requestId: request_id })),
    );
    const entries = new Map<string, LogRow>(refused.map((row) => [`${row.site_no} ${row.request_id}`, row]));
    return rows.map((row) => {
      const name = sites.nameOf(row.site_no);
      const entry = entries.get(`${row.site_no} ${row.request_id}`);
      return {
        id: row.report_id,
        domain_name: name,
        state: row.state,
        reported_at: row.reported_at.toISOString(),
        decided_at: row.decided_at?.toISOString() ?? null,
        text: row.text,
        email: row.email === '' ? null : row.email,
        request_id: row.request_id,
        entry: entry === undefined ? null : toLogEntry(entry, name),
      };
    });
  }
}
