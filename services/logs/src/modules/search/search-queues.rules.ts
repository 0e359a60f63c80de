import { SearchQueue } from './search-queue.rules.ts';

/** Maximum waiting searches per owner. */
const MAX_WAITING_OF_OWNER = 2;

/** Queues of long searches: one per owner runs at a time, and few altogether, so that no owner starves the others. */
export class SearchQueues<Owner> {
  private readonly ofOwner = new Map<Owner, SearchQueue>();
  private readonly ofAll: SearchQueue;

  constructor(
    atATime?: number,
    private readonly maxWaitingOfOwner = MAX_WAITING_OF_OWNER,
  ) {
    this.ofAll = new SearchQueue(atATime);
  }

  /** @throws DomainError `too_many_searches` */
  async take<Result>(owner: Owner, search: () => Promise<Result>): Promise<Result> {
    const own = this.ofOwner.get(owner) ?? new SearchQueue(1, this.maxWaitingOfOwner);
    this.ofOwner.set(owner, own);
    try {
      return await own.take(() => this.ofAll.take(search));
    } finally {
      if (own.isIdle) this.ofOwner.delete(owner);
    }
  }
}
