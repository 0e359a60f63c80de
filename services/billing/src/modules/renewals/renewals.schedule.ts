import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Queue, Worker } from 'bullmq';
import { type BillingConfig, CONFIG } from '../../config.ts';
import { RenewalsService } from './renewals.service.ts';

const QUEUE = 'billing-renewals';
const PREFIX = '{palisade}';
const EVERY_MS = 60_000;
const SHUTDOWN_PATIENCE_MS = 2_000;

/** Runs the renewals every minute, in one instance at a time. */
@Injectable()
export class RenewalsSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('RenewalsSchedule');
  private queue: Queue | null = null;
  private worker: Worker | null = null;
  private stopping = false;

  constructor(
    private readonly renewals: RenewalsService,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  onApplicationBootstrap(): void {
    const connection = {
      url: this.config.PALISADE_QUEUE_REDIS_URL,
      maxRetriesPerRequest: null,
      retryStrategy: (attempt: number) => (this.stopping ? null : Math.min(200 * attempt, 2_000)),
    };
    this.queue = new Queue(QUEUE, { connection, prefix: PREFIX });
    this.worker = new Worker(QUEUE, () => this.renewals.run(), {
      connection,
      prefix: PREFIX,
      concurrency: 1,
    });
    const onError = (error: Error) => this.logger.warn({ err: error }, 'the queue is not reachable now');
    this.queue.on('error', onError);
    this.worker.on('error', onError);
    this.worker.on('failed', (_job, error) =>
      this.logger.error({ err: error }, 'a run of the renewals failed'),
    );
    // Redis away must not keep the service from starting: the scheduler is written when it is back.
    this.queue
      .upsertJobScheduler(
        'minutely',
        { every: EVERY_MS },
        { opts: { removeOnComplete: 10, removeOnFail: 50 } },
      )
      .catch((error: unknown) => this.logger.error({ err: error }, 'cannot schedule the renewals'));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    const closed = Promise.allSettled([this.worker?.close(), this.queue?.close()]);
    // A worker that is just reconnecting waits for Redis, which may be what is going down, too.
    await Promise.race([closed, sleep(SHUTDOWN_PATIENCE_MS, undefined, { ref: false })]);
  }
}
