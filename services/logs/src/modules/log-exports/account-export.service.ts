import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { NO_FILTER } from '../log-store/log-filter.types.ts';
import type { AccountExportAnswer } from './account-export.schema.ts';
import type { LogExportRow } from './log-export-row.types.ts';
import { LogExportsRepository } from './log-exports.repository.ts';
import { LogExportsService } from './log-exports.service.ts';

/** Maximum per day: each sends a mail, and queries every service. */
const MAX_A_DAY = 3;

/** An account's data export for its owner to request, follow, download and delete: one at a time. */
@Injectable()
export class AccountExportService {
  constructor(
    private readonly exports: LogExportsRepository,
    private readonly files: LogExportsService,
  ) {}

  async current(ownerId: UserId): Promise<AccountExportAnswer> {
    const [row] = await this.exports.list(ownerId, 'account');
    return { export: row === undefined ? null : toView(row) };
  }

  /**
   * Replaces the previous one.
   * @throws DomainError `account_export_running`, `too_many_account_exports`, `too_many_log_exports`,
   * `log_exports_full`
   */
  async create(ownerId: UserId): Promise<AccountExportAnswer> {
    const [before] = await this.exports.list(ownerId, 'account');
    if (before !== undefined && (before.state === 'waiting' || before.state === 'running'))
      throw new DomainError(
        'conflict',
        'account_export_running',
        'An export of your data is already being created.',
      );
    await this.files.needRoom(ownerId);
    const now = new Date();
    const row = await this.exports.add(
      {
        holds: 'account',
        export_id: uuidV7(),
        owner_id: ownerId,
        domain_name: '',
        site_ids: [],
        format: 'ndjson',
        status: null,
        filter: { ...NO_FILTER, fromMs: 0, toMs: now.getTime() },
        from_at: new Date(0),
        to_at: now,
        most_rows: 0,
      },
      { kept: 1, aDay: MAX_A_DAY },
      before?.export_id,
    );
    if (row === 'kept')
      throw new DomainError(
        'conflict',
        'account_export_running',
        'An export of your data is already being created.',
      );
    if (row === 'aDay') {
      const detail = `An account's data can be exported at most ${MAX_A_DAY} times in 24 hours. Please try again later.`;
      throw new DomainError('conflict', 'too_many_account_exports', detail);
    }
    return { export: toView(row) };
  }

  /** An unfinished one is cancelled. @throws DomainError `log_export_not_found` */
  async remove(ownerId: UserId): Promise<void> {
    const [row] = await this.exports.list(ownerId, 'account');
    if (row === undefined || !(await this.exports.remove(ownerId, row.export_id, 'account')))
      throw notFound();
  }

  /**
   * The stream must be closed. @throws DomainError `log_export_not_found`, `log_export_not_ready`, `too_many_exports`
   */
  async file(ownerId: UserId): Promise<{ row: LogExportRow; stream: Readable }> {
    const [row] = await this.exports.list(ownerId, 'account');
    if (row === undefined) throw notFound();
    return { row, stream: this.files.read(ownerId, row) };
  }
}

const notFound = () =>
  new DomainError('not_found', 'log_export_not_found', 'There is no such export; it may have expired.');

const toView = (row: LogExportRow): NonNullable<AccountExportAnswer['export']> => ({
  id: row.export_id,
  state: row.state,
  bytes: Number(row.bytes),
  is_whole: row.is_whole,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});
