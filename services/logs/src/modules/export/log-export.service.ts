import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { type LogRow, toLogEntry } from '../request-logs/log-entry.rules.ts';
import {
  type LogPosition,
  RequestLogsRepository,
  type StatusFilter,
} from '../request-logs/request-logs.repository.ts';
import { csvLine } from './csv.ts';
import { type ExportShare, ExportShares } from './export-shares.ts';

const COLUMNS = [
  'timestamp',
  'request_id',
  'domain_name',
  'status',
  'action',
  'threat_type',
  'severity',
  'remote_addr',
  'geo_country',
  'geo_city',
  'request_method',
  'host',
  'request_uri',
  'http_status',
  'user_agent',
  'referer',
  'modsec_rule_id',
  'modsec_message',
  'deciding_rule_id',
  'reason',
  'duration_ms',
  'request_bytes',
  'response_bytes',
  'server_name',
] as const;

const PAGE = 1000;
/** What a spreadsheet can open. */
const MAX_ROWS = 1_000_000;

@Injectable()
export class LogExportService {
  private readonly shares = new ExportShares();

  constructor(
    private readonly owned: OwnedSitesService,
    private readonly queries: RequestLogsRepository,
  ) {}

  /**
   * Lines of CSV, newest request first, read a page at a time while the client takes them. The stream has to be closed
   * for the account to get its place back, also if nobody has read from it.
   *
   * @throws DomainError `domain_not_found`, `too_many_exports`, `exports_busy`
   */
  async csv(
    userId: UserId,
    domain: string | null,
    filter: StatusFilter,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<Readable> {
    const sites = await this.owned.sitesOf(userId, domain);
    const share = this.shares.begin(userId);
    return Readable.from(this.lines(sites, filter, { fromMs, toMs: toMs - 1 }, share)).once(
      'close',
      share.end,
    );
  }

  private async *lines(
    sites: Awaited<ReturnType<OwnedSitesService['sitesOf']>>,
    filter: StatusFilter,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    share: ExportShare,
  ): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    let after: LogPosition | null = null;
    for (let rows = 0; rows < MAX_ROWS; rows += PAGE) {
      const from: LogPosition | null = after;
      const page: LogRow[] = await share.page(() =>
        this.queries.page(sites.numbers, filter, fromMs, toMs, from, PAGE),
      );
      let lines = '';
      for (const row of page) {
        const entry = toLogEntry(row, sites.nameOf(row.site_no));
        lines += csvLine(COLUMNS.map((column) => entry[column]));
      }
      if (lines !== '') yield lines;
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = { receivedAt: last.received_at, requestId: last.request_id };
    }
  }
}
