import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/**
 * Something that every instance does again and again, a while after it has done it. What is to do is decided in the
 * database, so that it is done once; a round that fails is made up for by the next.
 */
export abstract class RepeatingRound implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private stopped = false;

  /** Milliseconds from the end of a round to the next. */
  protected abstract readonly pauseMs: number;
  /** What the log says when a round failed. */
  protected abstract readonly failure: string;

  protected abstract go(): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.schedule();
  }

  /** A round under way is waited for. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.round = this.go()
        .then(() => undefined)
        .catch((error: unknown) => this.logger.warn({ err: error }, this.failure))
        .finally(() => this.schedule());
    }, this.pauseMs);
  }
}
