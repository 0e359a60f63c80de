import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { isFiltering, type LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-store/log-row.types.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { LogSearchService } from '../search/log-search.service.ts';
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
  'asn',
  'asn_name',
  'request_method',
  'host',
  'request_uri',
  'http_status',
  'cache_status',
  'user_agent',
  'referer',
  'modsec_rule_id',
  'modsec_message',
  'deciding_rule_id',
  'inbound_score',
  'reason',
  'duration_ms',
  'request_bytes',
  'response_bytes',
  'server_name',
] as const;

const PAGE = 1000;
/** What a spreadsheet can open. */
const MAX_ROWS = 1_000_000;

/** What is exported: entries of a span of time that fit. */
export type ExportFilter = LogFilter & { fromMs: number; toMs: number };

interface ExportPage {
  rows: LogRow[];
  next: LogPosition | null;
}

@Injectable()
export class LogExportService {
  private readonly shares = new ExportShares();

  constructor(
    private readonly owned: OwnedSitesService,
    private readonly store: LogStore,
    private readonly search: LogSearchService,
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
    status: StatusFilter,
    filter: ExportFilter,
  ): Promise<Readable> {
    const sites = await this.owned.sitesOf(userId, domain);
    const share = this.shares.begin(userId);
    return Readable.from(this.lines(sites, status, filter, share)).once('close', share.end);
  }

  /** Rows after that position and where to go on; a filtered page can be short although more may fit. */
  private async page(
    siteNos: readonly number[],
    status: StatusFilter,
    filter: ExportFilter,
    after: LogPosition | null,
  ): Promise<ExportPage> {
    if (isFiltering({ ...filter, fromMs: null, toMs: null }))
      return await this.search.find(siteNos, status, filter, PAGE, after);
    const rows = await this.store.records.page(siteNos, status, filter, after, PAGE);
    const last = rows.length < PAGE ? undefined : rows.at(-1);
    return { rows, next: last ? { receivedAt: last.received_at, requestId: last.request_id } : null };
  }

  private async *lines(
    sites: Awaited<ReturnType<OwnedSitesService['sitesOf']>>,
    status: StatusFilter,
    filter: ExportFilter,
    share: ExportShare,
  ): AsyncGenerator<string> {
    yield csvLine(COLUMNS);
    let after: LogPosition | null = null;
    for (let count = 0; count < MAX_ROWS; ) {
      const from: LogPosition | null = after;
      const { rows, next }: ExportPage = await share.page(() =>
        this.page(sites.numbers, status, filter, from),
      );
      let lines = '';
      for (const row of rows) {
        const entry = toLogEntry(row, sites.nameOf(row.site_no));
        lines += csvLine(COLUMNS.map((column) => entry[column]));
      }
      if (lines !== '') yield lines;
      if (next === null) return;
      count += rows.length;
      after = next;
    }
  }
}
