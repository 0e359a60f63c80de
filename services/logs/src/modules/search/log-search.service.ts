import { Injectable } from '@nestjs/common';
import type { LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, StatusFilter } from '../log-store/log-row.types.ts';
import { LogStore, type SearchResult } from '../log-store/log-store.port.ts';
import { SearchQueues } from './search-queues.rules.ts';

/** Maximum waiting searches per owner: several people and windows may use one account's log. */
const MAX_WAITING_OF_OWNER = 5;

/**
 * Which queue a search waits in. Exports have their own: an owner who exports can still search. So have live views,
 * which together use one place meanwhile and must not wait behind their owner's searches.
 */
export interface Searcher {
  ownerId: string;
  exports?: boolean;
  live?: boolean;
}

/** Searches over the whole retention, a few at a time, one per owner. */
@Injectable()
export class LogSearchService {
  private readonly turns = new SearchQueues<string>(undefined, MAX_WAITING_OF_OWNER);

  constructor(private readonly store: LogStore) {}

  /** @throws DomainError `too_many_searches`, `search_too_slow` */
  find(
    { ownerId, exports: isExport = false, live: isLive = false }: Searcher,
    siteNos: readonly number[],
    status: StatusFilter,
    filter: LogFilter,
    limit: number,
    after: LogPosition | null,
  ): Promise<SearchResult> {
    const turn = isExport ? `exports of ${ownerId}` : isLive ? `live of ${ownerId}` : ownerId;
    return this.turns.take(turn, () => this.store.records.search(siteNos, status, filter, limit, after));
  }
}
