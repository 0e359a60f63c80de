import { Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { isFiltering, type LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-store/log-row.types.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { LogSearchService } from '../search/log-search.service.ts';

const PAGE_ROWS = 1_000;

/** Selection of an export: matching entries of a time range. */
export type ExportFilter = LogFilter & { fromMs: number; toMs: number };

export interface ExportPage {
  rows: LogRow[];
  /** Position of the next page; null at the end. */
  next: LogPosition | null;
}

/** Pages for both kinds of exports, newest first. */
@Injectable()
export class ExportPagesService {
  constructor(
    private readonly store: LogStore,
    private readonly search: LogSearchService,
  ) {}

  /**
   * Rows after that position; a filtered page may be short although more match.
   * @throws DomainError `too_many_searches`, `search_too_slow`
   */
  async read(
    ownerId: UserId,
    siteNos: readonly number[],
    status: StatusFilter,
    filter: ExportFilter,
    after: LogPosition | null,
  ): Promise<ExportPage> {
    if (isFiltering({ ...filter, fromMs: null, toMs: null }))
      return await this.search.find({ ownerId, exports: true }, siteNos, status, filter, PAGE_ROWS, after);
    const rows = await this.store.records.page(siteNos, status, filter, after, PAGE_ROWS);
    const last = rows.length < PAGE_ROWS ? undefined : rows.at(-1);
    return { rows, next: last ? { receivedAt: last.received_at, requestId: last.request_id } : null };
  }
}
