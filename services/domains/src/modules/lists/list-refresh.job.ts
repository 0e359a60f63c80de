import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ClientListsRepository } from './client-lists.repository.ts';
import { ListRefreshService } from './list-refresh.service.ts';

const LOOK_MS = 2_000;
/** Sources that one instance asks at once: a slow one holds up few others. */
const AT_ONCE = 4;

/** Has lists fetched that are due. The table says which these are, and instances share them through claims. */
@Injectable()
export class ListRefreshJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ListRefreshJob.name);
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly lists: ClientListsRepository,
    private readonly refreshing: ListRefreshService,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
    await Promise.all(this.running);
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.look()
        .catch((error: unknown) => this.logger.warn({ err: error }, 'lists will be looked at later'))
        .finally(() => this.schedule());
    }, LOOK_MS);
  }

  private async look(): Promise<void> {
    const free = AT_ONCE - this.running.size;
    if (free === 0) return;
    for (const list of await this.lists.claimDue(free)) {
      const run = this.refreshing
        .refresh(list)
        .catch((error: unknown) =>
          this.logger.warn({ err: error, list: list.id }, 'a list will be fetched again'),
        )
        .finally(() => this.running.delete(run));
      this.running.add(run);
    }
  }
}
