import { Injectable } from '@nestjs/common';
import { ClaimedWorkJob } from '@palisade/nest-kit';
import { ListRefreshService } from './list-refresh.service.ts';
import { ListSourcesRepository } from './list-sources.repository.ts';

/** Has lists fetched that are due. The table says which these are, and instances share them through claims. */
@Injectable()
export class ListRefreshJob extends ClaimedWorkJob {
  protected readonly pauseMs = 2_000;
  protected readonly failure = 'lists will be looked at later';
  /** Sources that are asked at once: a slow one holds up few others. */
  protected readonly atOnce = 4;

  constructor(
    private readonly sources: ListSourcesRepository,
    private readonly refreshing: ListRefreshService,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    while (this.room > 0) {
      const list = await this.sources.claimDue();
      if (list === null) return;
      this.takeUp(this.refreshing.refresh(list), 'a list will be fetched again', { list: list.id });
    }
  }
}
