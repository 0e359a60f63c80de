import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { addInTrace, timedJob } from '@palisade/messaging/jobs';
import { Metrics } from '@palisade/nest-kit';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { MailSenderService } from './mail-sender.service.ts';
import { MailsService } from './mails.service.ts';

const QUEUE = 'mailer-mails';
const MAINTENANCE = 'mailer-care';
const PREFIX = '{palisade}';
const AT_ONCE = 5;
const LOOK_FOR_LOST_EVERY_MS = 15_000;
/** A mail that is due for this long has lost its job (Redis was emptied, or was away when it was asked for). */
const LOST_AFTER_SECONDS = 10;
const SHUTDOWN_PATIENCE_MS = 10_000;

/** When single mails are looked at: BullMQ jobs over all processes. What becomes of a mail stands in the database. */
@Injectable()
export class MailQueueService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('MailQueueService');
  private readonly queue: Queue;
  private readonly maintenance: Queue;
  private workers: Worker[] = [];
  private stopping = false;

  constructor(
    private readonly mails: MailsService,
    private readonly sender: MailSenderService,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_QUEUE_REDIS_URL'>,
    private readonly metrics: Metrics,
  ) {
    this.queue = this.open(QUEUE);
    this.maintenance = this.open(MAINTENANCE);
  }

  async onApplicationBootstrap(): Promise<void> {
    const connection = { ...this.connection(), maxRetriesPerRequest: null };
    const process = timedJob(
      this.metrics,
      QUEUE,
      (job: Job<{ id: string }>, token?: string) => this.process(job, token),
      (error) => error instanceof DelayedError,
    );
    const maintain = timedJob(this.metrics, MAINTENANCE, () => this.requeueLost());
    const worker = new Worker(QUEUE, process, {
      connection,
      prefix: PREFIX,
      concurrency: AT_ONCE,
    });
    const maintainer = new Worker(MAINTENANCE, maintain, {
      connection,
      prefix: PREFIX,
      concurrency: 1,
    });
    this.workers = [worker, maintainer];
    for (const each of [worker, maintainer]) each.on('error', (error) => this.onError(error));
    this.maintenance
      .upsertJobScheduler(
        'care',
        { every: LOOK_FOR_LOST_EVERY_MS },
        { opts: { removeOnComplete: 5, removeOnFail: 20 } },
      )
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'cannot schedule the maintenance of mails'),
      );
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    const closed = Promise.allSettled([
      ...this.workers.map((worker) => worker.close()),
      this.queue.close(),
      this.maintenance.close(),
    ]);
    await Promise.race([closed, sleep(SHUTDOWN_PATIENCE_MS, undefined, { ref: false })]);
  }

  get queues(): readonly Queue[] {
    return [this.queue, this.maintenance];
  }

  /** Tells the workers of a mail in the database. If Redis is away, the mail is found a little later. */
  async wake(id: string): Promise<void> {
    try {
      const once = { jobId: jobId(id), removeOnComplete: true, removeOnFail: true };
      await addInTrace(QUEUE, 'mail', once, (options) => this.queue.add('mail', { id }, options));
    } catch (error) {
      this.onError(error as Error);
    }
  }

  async requeueLost(): Promise<number> {
    const lost = await this.mails.overdue(LOST_AFTER_SECONDS);
    for (const id of lost) await this.wake(id);
    await this.mails.forgetOld();
    return lost.length;
  }

  private async process(job: Job<{ id: string }>, token: string | undefined): Promise<void> {
    const attempt = await this.sender.send(job.data.id);
    if (attempt.done) return;
    await job.moveToDelayed(Date.now() + attempt.retryAfter, token);
    throw new DelayedError();
  }

  private open(name: string): Queue {
    const queue = new Queue(name, {
      connection: { ...this.connection(), maxRetriesPerRequest: 1, enableOfflineQueue: true },
      prefix: PREFIX,
    });
    queue.on('error', (error) => this.onError(error));
    return queue;
  }

  private connection() {
    return {
      url: this.config.PALISADE_QUEUE_REDIS_URL,
      retryStrategy: (attempt: number) => (this.stopping ? null : Math.min(200 * attempt, 2_000)),
    };
  }

  private onError(error: Error): void {
    this.logger.warn({ err: error }, 'the queue is not reachable now');
  }
}

/** BullMQ takes no colon in a job's id. */
const jobId = (id: string): string => `mail-${id.replaceAll(':', '-')}`;
