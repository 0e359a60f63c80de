import { Inject, Injectable } from '@nestjs/common';
import type { OutgoingEvent } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { IntervalJob } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';

const BATCH_SIZE = 100;
/** Maximum one notification per site in this time, however many visitors write. */
const QUIET = '6 hours';

interface UnannouncedSite {
  site_no: number;
  site_id: string;
  first_id: string;
  open: number;
}

/**
 * Notifies owners of waiting reports. Unannounced ones are stored in the table, and the first report's id identifies
 * the notification, so a crash between publishing and recording it causes a repeat that the mailer recognises.
 */
@Injectable()
export class VisitorReportAnnouncerJob extends IntervalJob {
  protected readonly pauseMs: number;
  protected readonly failure = 'owners will be told of reports later';

  constructor(
    private readonly database: DataSource,
    private readonly directory: DomainDirectoryService,
    private readonly publisher: EventPublisher,
    @Inject(LOGS_CONFIG) config: Pick<LogsConfig, 'PALISADE_LOGS_ALERT_INTERVAL_MS'>,
  ) {
    super();
    this.pauseMs = config.PALISADE_LOGS_ALERT_INTERVAL_MS;
  }

  protected run(): Promise<void> {
    return this.announce();
  }

  async announce(): Promise<void> {
    const unannounced: UnannouncedSite[] = await this.database.query(
      `SELECT r.site_no, s.site_id, min(r.report_id) AS first_id,
              (SELECT count(*)::int FROM visitor_reports o WHERE o.site_no = r.site_no AND o.state = 'open') AS open
       FROM visitor_reports r JOIN sites s USING (site_no)
       WHERE r.told_at IS NULL AND r.state = 'open' AND NOT EXISTS (
         SELECT 1 FROM visitor_reports t
         WHERE t.site_no = r.site_no AND t.told_at > now() - interval '${QUIET}')
       GROUP BY r.site_no, s.site_id LIMIT ${BATCH_SIZE}`,
    );
    if (unannounced.length === 0) return;
    const domains = await this.directory.summariesOf(unannounced.map(({ site_id }) => site_id));
    const events = unannounced.flatMap(({ site_id, first_id, open }): OutgoingEvent[] => {
      const domain = domains.get(site_id);
      // A removed domain has no owner to notify.
      if (domain === undefined) return [];
      return [
        {
          type: 'logs.visitor_reported.v1',
          key: site_id,
          payload: {
            reportId: first_id,
            siteId: site_id,
            ownerId: domain.ownerId,
            domainName: domain.name,
            openReports: open,
          },
        },
      ];
    });
    await this.publisher.publish(events);
    await this.database.query(
      `UPDATE visitor_reports SET told_at = now() WHERE told_at IS NULL AND state = 'open' AND site_no = ANY($1)`,
      [unannounced.map(({ site_no }) => site_no)],
    );
  }
}
