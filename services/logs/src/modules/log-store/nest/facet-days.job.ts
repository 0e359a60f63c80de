import { Injectable } from '@nestjs/common';
import { IntervalJob } from '@palisade/nest-kit';
import { LogStore } from '../log-store.port.ts';

/** Every instance does it: a day's sums are in one's hands at a time. */
@Injectable()
export class FacetDaysJob extends IntervalJob {
  protected readonly pauseMs = 60_000;
  protected readonly failure = 'days of counts will be summed later';
  private readonly stopping = new AbortController();

  constructor(private readonly store: LogStore) {
    super();
  }

  override async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await super.onModuleDestroy();
  }

  protected async run(): Promise<void> {
    const { signal } = this.stopping;
    try {
      await this.store.sumDays(Date.now(), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
