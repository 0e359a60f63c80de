import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { LogPosition, StatusFilter } from '../log-store/log-row.types.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { EXPORT_FORMATS } from './export-formats.rules.ts';
import { type ExportFilter, type ExportPage, ExportPagesService } from './export-pages.service.ts';
import { type ExportShare, ExportShares } from './export-shares.rules.ts';

/** Maximum rows that a spreadsheet can open. */
export const MAX_ROWS = 1_000_000;

@Injectable()
export class LogExportService {
  private readonly shares = new ExportShares();

  constructor(
    private readonly owned: OwnedSitesService,
    private readonly pages: ExportPagesService,
  ) {}

  /**
   * Lines of CSV, newest request first, read a page at a time while the client takes them. Breaks off beyond `maxRows`:
   * a file that ends properly is complete. The stream must be closed to free the account's place, even if nobody has
   * read from it.
   *
   * @throws DomainError `domain_not_found`, `too_many_exports`, `exports_busy`
   */
  async csv(
    userId: UserId,
    domain: string | null,
    status: StatusFilter,
    filter: ExportFilter,
    maxRows = MAX_ROWS,
  ): Promise<Readable> {
    const sites = await this.owned.sitesOf(userId, domain);
    const share = this.shares.begin(userId);
    return Readable.from(this.lines(userId, sites, status, filter, share, maxRows)).once('close', share.end);
  }

  private async *lines(
    userId: UserId,
    sites: Awaited<ReturnType<OwnedSitesService['sitesOf']>>,
    status: StatusFilter,
    filter: ExportFilter,
    share: ExportShare,
    maxRows: number,
  ): AsyncGenerator<string> {
    yield EXPORT_FORMATS.csv.head;
    let after: LogPosition | null = null;
    for (let count = 0; ; ) {
      const from: LogPosition | null = after;
      const { rows, next }: ExportPage = await share.page(() =>
        this.pages.read(userId, sites.numbers, status, filter, from),
      );
      count += rows.length;
      if (count > maxRows)
        throw new DomainError(
          'too_large',
          'export_too_large',
          `There are more than ${maxRows} entries: ask for a shorter time, or for an export in the background.`,
        );
      let lines = '';
      for (const row of rows) lines += EXPORT_FORMATS.csv.line(row, sites.nameOf(row.site_no));
      if (lines !== '') yield lines;
      if (next === null) return;
      after = next;
    }
  }
}
