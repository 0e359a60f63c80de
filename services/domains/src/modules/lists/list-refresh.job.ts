import { Injectable } from '@nestjs/common';
import { ClaimedWorkJob } from '@palisade/nest-kit';
import type { ListRow } from './client-list-row.types.ts';
import { NoTurnError } from './fetch-turns.rules.ts';
import { ListRefreshService, wasSlow } from './list-refresh.service.ts';
import { ListSourcesRepository } from './list-sources.repository.ts';

/** Maximum slow sources among those claimed: leaves room for the others. */
const MAX_SLOW = 4;

/** Has lists fetched that are due. The table says which these are, and instances share them through claims. */
@Injectable()
export class ListRefreshJob extends ClaimedWorkJob {
  protected readonly pauseMs = 2_000;
  protected readonly failure = 'lists will be looked at later';
  /** Beyond those that are asked at once they wait for their turn, which a slow source gives up for them. */
  protected readonly atOnce = 12;
  private slow = 0;

  constructor(
    private readonly sources: ListSourcesRepository,
    private readonly refreshing: ListRefreshService,
  ) {
    super();
  }

  protected async run(): Promise<void> {
    while (this.room > 0) {
      const list = await this.sources.claimDue(this.slow < MAX_SLOW);
      if (list === null) return;
      this.takeUp(this.refresh(list), 'a list will be fetched again', { list: list.id });
    }
  }

  private async refresh(list: ListRow): Promise<void> {
    const isSlow = wasSlow(list);
    if (isSlow) this.slow++;
    try {
      await this.refreshing.refresh(list);
    } catch (error) {
      // It still is due.
      if (!(error instanceof NoTurnError)) throw error;
    } finally {
      if (isSlow) this.slow--;
    }
  }
}
