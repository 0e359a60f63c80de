import { Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { DrawingThreadService } from './drawing-thread.service.ts';
import { ReportFiguresService } from './report-figures.service.ts';
import { type ReportPeriod, spanFrom } from './report-period.rules.ts';
import { ReportSettingsService } from './report-settings.service.ts';

export interface WantedReport {
  period: ReportPeriod;
  /** The first day, `2026-11-16`. */
  from: string;
  /** Id or name of a site; null: all of the owner's sites together. */
  site: string | null;
}

export interface ReportFile {
  name: string;
  pdf: Buffer;
}

/** Renders a report's PDF, each time anew: it has two pages of stored figures. */
@Injectable()
export class TrafficReportsService {
  constructor(
    private readonly owned: OwnedSitesService,
    private readonly directory: DomainDirectoryService,
    private readonly figures: ReportFiguresService,
    private readonly settings: ReportSettingsService,
    private readonly thread: DrawingThreadService,
  ) {}

  /**
   * @param asker limited to one report at a time
   * @throws DomainError `report_period_invalid`, `domain_not_found`, `too_many_reports`, `reports_busy`,
   * `report_failed`
   */
  async file(
    ownerId: UserId,
    { period, from, site }: WantedReport,
    asker: string = ownerId,
  ): Promise<ReportFile> {
    const span = spanFrom(period, from, Date.now());
    if (span === null) {
      const begins = period === 'week' ? 'on a Monday' : 'on the first of a month';
      throw new DomainError(
        'invalid',
        'report_period_invalid',
        `A report covers a ${period} that is over and begins ${begins}.`,
      );
    }
    const sites = await this.owned.sitesOf(ownerId, site);
    const pdf = await this.thread.draw(asker, async () => {
      // A site without any request has a name, too.
      const [named] = site === null ? [] : await this.directory.select(ownerId, site);
      const [figures, brand] = await Promise.all([
        this.figures.of(sites, named?.name ?? null, period, span),
        this.settings.brandOf(ownerId),
      ]);
      return { figures, brand };
    });
    return { name: `report-${period}-${from}.pdf`, pdf };
  }
}
