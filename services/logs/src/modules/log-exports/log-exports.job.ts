import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { ExportNewsService } from './export-news.service.ts';
import { ExportProgressRepository } from './export-progress.repository.ts';
import { ExportWriterService } from './export-writer.service.ts';
import { LogExportsRepository } from './log-exports.repository.ts';

/** Exports that one instance writes at once; each holds a part in memory. */
const AT_ONCE = 2;
const LOOK_MS = 1_000;

/** Writes what has been asked for, also what an instance that has died had begun. Instances share exports through claims. */
@Injectable()
export class LogExportsJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(LogExportsJob.name);
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly progress: ExportProgressRepository,
    private readonly exports: LogExportsRepository,
    private readonly writer: ExportWriterService,
    private readonly news: ExportNewsService,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_EXPORTS_MB'>,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  /** Parts under way are waited for; whoever comes next goes on behind them. */
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
        .catch((error: unknown) => this.logger.warn({ err: error }, 'exports will be looked at later'))
        .finally(() => this.schedule());
    }, LOOK_MS);
  }

  private async look(): Promise<void> {
    while (!this.stopped && this.running.size < AT_ONCE) {
      const claimed = await this.progress.claim();
      if (!claimed) return;
      // What is begun is ended: its space would be lost otherwise.
      if (claimed.parts === 0 && !(await this.exports.hasRoom(this.config.PALISADE_LOGS_EXPORTS_MB)))
        return await this.progress.release(claimed, 60_000);
      const run = this.writer
        .write(claimed, () => this.stopped)
        .then(() => this.news.tell())
        .catch((error: unknown) =>
          this.logger.warn({ err: error, export: claimed.export_id }, 'an export will be taken up again'),
        )
        .finally(() => this.running.delete(run));
      this.running.add(run);
    }
  }
}
