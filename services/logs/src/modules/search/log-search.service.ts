import { Injectable } from '@nestjs/common';
import type { LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, StatusFilter } from '../log-store/log-row.types.ts';
import { LogStore, type SearchResult } from '../log-store/log-store.port.ts';
import { SearchQueue } from './search-queue.rules.ts';

/** Finds entries over everything that is retained, a few searches at a time. */
@Injectable()
export class LogSearchService {
  private readonly turns = new SearchQueue();

  constructor(private readonly store: LogStore) {}

  /** @throws DomainError `too_many_searches`, `search_too_slow` */
  find(
    siteNos: readonly number[],
    status: StatusFilter,
    filter: LogFilter,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult> {
    return this.turns.take(() => this.store.records.search(siteNos, status, filter, limit, after));
  }
}
