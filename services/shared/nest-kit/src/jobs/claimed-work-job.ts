import { IntervalJob } from './interval-job.ts';

/**
 * An interval job that takes up pieces of work, some at once, and looks for more while they are under way. Instances share the
 * work through claims in the database; a piece that failed is claimed again.
 */
export abstract class ClaimedWorkJob extends IntervalJob {
  private readonly underWayNow = new Set<Promise<void>>();

  /** Pieces that one instance works on at once. */
  protected abstract readonly atOnce: number;

  /** Pieces that may be taken up now: none once the service ends. */
  protected get room(): number {
    return this.stopped ? 0 : this.atOnce - this.underWayNow.size;
  }

  /** Keeps count of a piece until it has ended. @param failure what the log says, with `about`, when it failed */
  protected takeUp(work: Promise<unknown>, failure: string, about: object): void {
    const run = work
      .then(() => undefined)
      .catch((error: unknown) => this.logger.warn({ err: error, ...about }, failure))
      .finally(() => this.underWayNow.delete(run));
    this.underWayNow.add(run);
  }

  /** Pieces in progress are awaited; another instance continues after them. */
  override async onModuleDestroy(): Promise<void> {
    await super.onModuleDestroy();
    await Promise.all(this.underWayNow);
  }
}
