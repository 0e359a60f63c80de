import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { type ClaimedStream, StreamCursorRepository } from './stream-cursor.repository.ts';
import { StreamDeliveryService } from './stream-delivery.service.ts';

/** Streams that one instance sends at once, and those of one owner: a target that is silent holds up nobody else's. */
const AT_ONCE = 16;
const AT_ONCE_OF_ONE_OWNER = 4;

/** Gives streams that have something to send their turns. Instances share them through claims. */
@Injectable()
export class LogStreamsJob implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(LogStreamsJob.name);
  private readonly running = new Set<Promise<void>>();
  private readonly ofOwners = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly cursor: StreamCursorRepository,
    private readonly delivery: StreamDeliveryService,
    @Inject(LOGS_CONFIG) private readonly config: Pick<LogsConfig, 'PALISADE_LOGS_STREAMS_MS'>,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  /** Batches under way are waited for; what they had intended is repeated by whoever comes next. */
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
        .catch((error: unknown) => this.logger.warn({ err: error }, 'log streams will be looked at later'))
        .finally(() => this.schedule());
    }, this.config.PALISADE_LOGS_STREAMS_MS);
  }

  private async look(): Promise<void> {
    while (!this.stopped && this.running.size < AT_ONCE) {
      const stream = await this.cursor.claim(this.busyOwners());
      if (!stream) return;
      this.start(stream);
    }
  }

  private start(stream: ClaimedStream): void {
    const owner = stream.owner_id ?? '';
    this.ofOwners.set(owner, (this.ofOwners.get(owner) ?? 0) + 1);
    const run = this.delivery
      .run(stream, () => this.stopped)
      .catch((error: unknown) =>
        this.logger.warn({ err: error, stream: stream.stream_id }, 'a log stream will be taken up again'),
      )
      .finally(() => {
        this.running.delete(run);
        const left = (this.ofOwners.get(owner) ?? 1) - 1;
        if (left === 0) this.ofOwners.delete(owner);
        else this.ofOwners.set(owner, left);
      });
    this.running.add(run);
  }

  private busyOwners(): string[] {
    return [...this.ofOwners]
      .filter(([, running]) => running >= AT_ONCE_OF_ONE_OWNER)
      .map(([owner]) => owner);
  }
}
