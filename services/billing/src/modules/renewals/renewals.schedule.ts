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
import { RetentionService } from './retention.service.ts';

const QUEUE = 'billing-renewals';
const PREFIX = '{palisade}';
const EVERY_MS = 60_000;
const DAILY = 'daily';
const DAY_MS = 86_400_000;
const SHUTDOWN_PATIENCE_MS = 2_000;

/** Runs the renewals every minute and retention every day, in one instance at a time. */
@Injectable()
export class RenewalsSchedule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('RenewalsSchedule');
  private queue: Queue | null = null;
  private worker: Worker | null = null;
  private stopping = false;

  constructor(
    private readonly renewals: RenewalsService,
    private readonly retention: RetentionService,
    @Inject(CONFIG) private readonly config: BillingConfig,
  ) {}

  onApplicationBootstrap(): void {
    const connection = {
      url: this.config.PALISADE_QUEUE_REDIS_URL,
      maxRetriesPerRequest: null,
      retryStrategy: (attempt: number) => (this.stopping ? null : Math.min(200 * attempt, 2_000)),
    };
    this.queue = new Queue(QUEUE, { connection, prefix: PREFIX });
    const work = (job: { name: string }) => (job.name === DAILY ? this.retention.run() : this.renewals.run());
    this.worker = new Worker(QUEUE, work, {
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
    const { queue } = this;
    const schedule = (name: string, every: number) =>
      queue.upsertJobScheduler(name, { every }, { name, opts: { removeOnComplete: 10, removeOnFail: 50 } });
    Promise.all([schedule('minutely', EVERY_MS), schedule(DAILY, DAY_MS)]).catch((error: unknown) =>
      this.logger.error({ err: error }, 'cannot schedule the renewals'),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    const closed = Promise.allSettled([this.worker?.close(), this.queue?.close()]);
    // A worker that is just reconnecting waits for Redis, which may be what is going down, too.
    await Promise.race([closed, sleep(SHUTDOWN_PATIENCE_MS, undefined, { ref: false })]);
  }
}
