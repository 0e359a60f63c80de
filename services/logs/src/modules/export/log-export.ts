import { Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { Dashboard } from '../dashboard/dashboard.ts';
import { toLogEntry } from '../dashboard/log-entry.ts';
import { type LogPosition, RequestLogQueries, type StatusFilter } from '../dashboard/request-log-queries.ts';
import { csvLine } from './csv.ts';

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
  'reason',
  'duration_ms',
  'request_bytes',
  'response_bytes',
  'server_name',
] as const;

const PAGE = 1000;
/** What a spreadsheet can open. */
const MAX_ROWS = 1_000_000;
/** Each keeps a connection busy; beyond that a client is asked to come back. */
const MAX_AT_A_TIME = 3;

@Injectable()
export class LogExport {
  private running = 0;

  constructor(
    private readonly dashboard: Dashboard,
    private readonly queries: RequestLogQueries,
  ) {}

  /**
   * Lines of CSV, newest request first, read a page at a time while the client takes them.
   *
   * @throws DomainError `domain_not_found`, `too_many_exports`
   */
  async csv(
    userId: UserId,
    domain: string | null,
    filter: StatusFilter,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<AsyncGenerator<string>> {
    const sites = await this.dashboard.sitesOf(userId, domain);
    if (this.running >= MAX_AT_A_TIME)
      throw new DomainError(
        'too_many',
        'too_many_exports',
        'Too many exports are running. Please try again.',
        {
          retryAfter: 10,
        },
      );
    return this.lines(sites, filter, fromMs, toMs - 1);
  }

  private async *lines(
    sites: Awaited<ReturnType<Dashboard['sitesOf']>>,
    filter: StatusFilter,
    fromMs: number,
    toMs: number,
  ): AsyncGenerator<string> {
    this.running++;
    try {
      yield csvLine(COLUMNS);
      let after: LogPosition | null = null;
      for (let rows = 0; rows < MAX_ROWS; rows += PAGE) {
        const page = await this.queries.page(sites.numbers, filter, fromMs, toMs, after, PAGE);
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
    } finally {
      this.running--;
    }
  }
}
