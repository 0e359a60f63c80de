import { Injectable } from '@nestjs/common';
import { ClaimedWorkJob } from '@palisade/nest-kit';
import { ClientListsRepository } from './client-lists.repository.ts';
import { ListRefreshService } from './list-refresh.service.ts';

/** Has lists fetched that are due. The table says which these are, and instances share them through claims. */
@Injectable()
export class ListRefreshJob extends ClaimedWorkJob {
  protected readonly pauseMs = 2_000;
  protected readonly failure = 'lists will be looked at later';
  /** Sources that are asked at once: a slow one holds up few others. */
  protected readonly atOnce = 4;

  constructor(
    private readonly lists: ClientListsRepository,
    private readonly refreshing: ListRefreshService,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    if (this.room === 0) return;
    for (const list of await this.lists.claimDue(this.room))
      this.takeUp(this.refreshing.refresh(list), 'a list will be fetched again', { list: list.id });
  }
}
