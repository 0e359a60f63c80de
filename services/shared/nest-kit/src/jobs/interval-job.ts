import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/**
 * Something that every instance does again and again, a while after it has done it. What is to do is decided in the
 * database, so that it is done once; a run that fails is made up for by the next. (For services without a queue, and for what
 * is looked for every second or two: BullMQ's schedulers are for the rest.)
 */
export abstract class IntervalJob implements OnApplicationBootstrap, OnModuleDestroy {
  protected readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> | undefined;
  protected stopped = false;

  /** Milliseconds from the end of a run to the next. */
  protected abstract readonly pauseMs: number;
  /** Log message of a failed run. */
  protected abstract readonly failure: string;
  /** Milliseconds from the start of the service to the first run; absent: the usual pause. */
  protected readonly firstAfterMs: number | undefined;

  protected abstract run(): Promise<unknown>;

  onApplicationBootstrap(): void | Promise<void> {
    this.schedule(this.firstAfterMs ?? this.pauseMs);
  }

  /** A run under way is waited for. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.underWay;
  }

  private schedule(afterMs: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.underWay = this.run()
        .then(() => undefined)
        .catch((error: unknown) => this.logger.warn({ err: error }, this.failure))
        .finally(() => this.schedule(this.pauseMs));
    }, afterMs);
  }
}
