import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { addInTrace, type JobQueues, RepeatedJobs, timedJob } from '@palisade/messaging/jobs';
import type { Metrics } from '@palisade/nest-kit';
import { DelayedError, type Job, Queue, Worker } from 'bullmq';

const PREFIX = '{palisade}';

/** Result of processing an item: finished, or due again in `retryAfter` milliseconds. */
export type Attempt = { done: true } | { done: false; retryAfter: number };

export interface DueQueueSettings<Data extends { id: string }> {
  redisUrl: string;
  metrics: Metrics;
  /** Admin page that shows the items and their failures. */
  queues: JobQueues;
  /** Name of the queue, of its maintenance queue, and of its jobs. */
  names: { queue: string; maintenance: string; job: string };
  atOnce: number;
  /** Processes one item; an item that may not be processed now is given a later time. */
  process: (data: Data) => Promise<Attempt>;
  /** Finds due items that have lost their job, and removes old ones. */
  maintain: () => Promise<unknown>;
  maintainEveryMs: number;
  shutdownTimeoutMs: number;
}

/** Schedules items of the database as BullMQ jobs over all processes. The database is the source of truth. */
export class DueQueue<Data extends { id: string }> {
  private readonly logger = new Logger(DueQueue.name);
  private readonly queue: Queue;
  private worker: Worker | null = null;
  /** Looks for what has lost its job. Its own schedule comes back with Redis, whatever that has lost. */
  private maintenance: RepeatedJobs | null = null;
  private stopping = false;

  constructor(private readonly settings: DueQueueSettings<Data>) {
    this.queue = this.open(settings.names.queue);
  }

  start(): void {
    const { names, metrics, queues, redisUrl, atOnce, maintain, maintainEveryMs } = this.settings;
    const process = timedJob(
      metrics,
      names.queue,
      (job: Job<Data>, token?: string) => this.process(job, token),
      (error) => error instanceof DelayedError,
    );
    const connection = { ...this.connection(), maxRetriesPerRequest: null };
    this.worker = new Worker(names.queue, process, { connection, prefix: PREFIX, concurrency: atOnce });
    this.worker.on('error', (error) => this.onError(error));
    this.maintenance = new RepeatedJobs({
      name: names.maintenance,
      redisUrl,
      what: `maintenance of ${names.queue}`,
      schedule: { maintenance: { everyMs: maintainEveryMs } },
      work: maintain,
      metrics,
      queues,
    });
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const closed = Promise.allSettled([this.worker?.close(), this.maintenance?.close(), this.queue.close()]);
    await Promise.race([closed, sleep(this.settings.shutdownTimeoutMs, undefined, { ref: false })]);
  }

  /** Announces a new item to the workers. If Redis is unavailable, the item is found a little later. */
  async wake(data: Data): Promise<void> {
    const { names } = this.settings;
    try {
      // BullMQ allows no colon in a job's id.
      const jobId = `${names.job}-${data.id.replaceAll(':', '-')}`;
      const once = { jobId, removeOnComplete: true, removeOnFail: true };
      await addInTrace(names.queue, names.job, once, (options) => this.queue.add(names.job, data, options));
    } catch (error) {
      this.onError(error as Error);
    }
  }

  private async process(job: Job<Data>, token: string | undefined): Promise<void> {
    const attempt = await this.settings.process(job.data);
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
    this.settings.queues.add(queue);
    return queue;
  }

  private connection() {
    return {
      url: this.settings.redisUrl,
      retryStrategy: (attempt: number) => (this.stopping ? null : Math.min(200 * attempt, 2_000)),
    };
  }

  private onError(error: Error): void {
    this.logger.warn({ err: error, queue: this.settings.names.queue }, 'job queue unreachable');
  }
}
