import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';
import { toExportFilter } from '../log-download/export-query.schema.ts';
import { type ExportShare, ExportShares } from '../log-download/export-shares.rules.ts';
import { isFiltering } from '../log-store/log-filter.types.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { MAX_EXPORTS, MAX_EXPORTS_A_DAY, mostRowsOf, percentDone } from './export-size.rules.ts';
import type { LogExportView, NewExportQuery } from './log-export.schema.ts';
import type { LogExportRow } from './log-export-row.types.ts';
import { LogExportsRepository } from './log-exports.repository.ts';

const notFound = () =>
  new DomainError('not_found', 'log_export_not_found', 'There is no such export; it may have expired.');

/** Exports for their owners to request, follow, download and delete. */
@Injectable()
export class LogExportsService {
  private readonly shares = new ExportShares();

  constructor(
    private readonly exports: LogExportsRepository,
    private readonly directory: DomainDirectoryService,
    @Inject(DOMAINS_CLIENT) private readonly domains: DomainsClient,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_EXPORTS_MB'>,
  ) {}

  async list(ownerId: UserId) {
    const [rows, most] = await Promise.all([this.exports.list(ownerId, 'log'), this.mostRows(ownerId)]);
    return { exports: rows.map(toView), max_exports: MAX_EXPORTS, max_rows: most };
  }

  /** @throws DomainError `domain_not_found`, `too_many_log_exports`, `log_exports_full` */
  async create(ownerId: UserId, { format, ...query }: NewExportQuery): Promise<LogExportView> {
    const owned = await this.directory.select(ownerId, query.domain);
    await this.needRoom(ownerId);
    const filter = toExportFilter(query, Date.now());
    const row = await this.exports.add(
      {
        holds: 'log',
        export_id: uuidV7(),
        owner_id: ownerId,
        domain_name: query.domain === null ? '' : (owned[0]?.name ?? ''),
        site_ids: owned.map(({ id }) => id),
        format,
        status: query.status_filter,
        filter,
        from_at: new Date(filter.fromMs),
        to_at: new Date(filter.toMs),
        most_rows: await this.mostRows(ownerId),
      },
      { kept: MAX_EXPORTS, aDay: MAX_EXPORTS_A_DAY },
    );
    if (row === 'kept') {
      const detail = `An account can have at most ${MAX_EXPORTS} exports. Delete one first.`;
      throw new DomainError('conflict', 'too_many_log_exports', detail);
    }
    if (row === 'aDay') {
      const detail = `An account can have at most ${MAX_EXPORTS_A_DAY} exports in 24 hours. Please try again later.`;
      throw new DomainError('conflict', 'too_many_log_exports', detail);
    }
    return toView(row);
  }

  /** Whether another export may begin. @throws DomainError `too_many_log_exports`, `log_exports_full` */
  async needRoom(ownerId: UserId): Promise<void> {
    const room = await this.exports.room(ownerId, this.config.PALISADE_LOGS_EXPORTS_MB);
    if (room === 'account_full') {
      const detail = 'Your exports take up all the storage of your account. Delete one first.';
      throw new DomainError('conflict', 'too_many_log_exports', detail);
    }
    if (room === 'full') {
      const detail = 'There is no storage for another export at the moment. Please try again later.';
      throw new DomainError('unavailable', 'log_exports_full', detail, { retryAfter: 600 });
    }
  }

  /** An unfinished one is cancelled. @throws DomainError `log_export_not_found` */
  async remove(ownerId: UserId, id: string): Promise<void> {
    if (!(await this.exports.remove(ownerId, id, 'log'))) throw notFound();
  }

  /**
   * Its file, read a part at a time while the client takes it. The stream must be closed.
   * @throws DomainError `log_export_not_found`, `log_export_not_ready`, `too_many_exports`, `exports_busy`
   */
  async file(ownerId: UserId, id: string): Promise<{ row: LogExportRow; stream: Readable }> {
    const row = await this.exports.find(ownerId, id);
    if (row === null) throw notFound();
    return { row, stream: this.read(ownerId, row) };
  }

  /**
   * The file of any export of the owner. @throws DomainError `log_export_not_ready`, `too_many_exports`, `exports_busy`
   */
  read(ownerId: UserId, row: LogExportRow): Readable {
    if (row.state !== 'finished')
      throw new DomainError('conflict', 'log_export_not_ready', 'The export is not ready yet.');
    const share = this.shares.begin(ownerId);
    return Readable.from(this.parts(row, share)).once('close', share.end);
  }

  private async *parts({ export_id, parts }: LogExportRow, share: ExportShare): AsyncGenerator<Buffer> {
    for (let partNo = 0; partNo < parts; partNo++) {
      const bytes = await share.page(() => this.exports.part(export_id, partNo));
      // Deleted while it is read: the reader notices that the file is short.
      if (bytes === null) throw notFound();
      yield bytes;
    }
  }

  private async mostRows(ownerId: UserId): Promise<number> {
    const { entitlements } = await this.domains.getOwnerPlan({ userId: ownerId });
    return mostRowsOf(entitlements?.logRetentionDays ?? 0);
  }
}

function toView(row: LogExportRow): LogExportView {
  const span = { fromMs: row.from_at.getTime(), toMs: row.to_at.getTime() };
  return {
    id: row.export_id,
    domain_name: row.domain_name,
    format: row.format,
    is_filtered: row.status !== null || isFiltering({ ...row.filter, fromMs: null, toMs: null }),
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    state: row.state,
    percent: row.state === 'finished' ? 100 : percentDone(span, row.position_at?.getTime() ?? null),
    rows: Number(row.rows),
    bytes: Number(row.bytes),
    is_whole: row.is_whole,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  };
}
