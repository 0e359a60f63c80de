import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Metrics } from '@palisade/nest-kit';
import { type JobsOptions, Queue, Worker } from 'bullmq';
import { timedJob } from './job-metrics.ts';
import type { JobQueues } from './job-queues.ts';
import { addInTrace } from './job-traces.ts';

const PREFIX = '{palisade}';
const SHUTDOWN_TIMEOUT_MS = 2_000;
const MAX_RETRY_DELAY_MS = 2_000;
/** After a command that found Redis away; BullMQ's own 15 s would add up over several of them. */
const RUN_RETRY_DELAY_MS = 1_000;
/** Number of completed jobs that are kept for inspection. */
const KEPT = { removeOnComplete: 10, removeOnFail: 50 };

/** As much of a BullMQ job as its work sees. */
export interface RepeatedJob<Data> {
  readonly name: string;
  readonly data: Data;
}

export interface RepeatedJobsOptions<Data> {
  /** Name of the queue, the same for all instances of a service. */
  name: string;
  redisUrl: string;
  /** Name in log messages: «the DNS poll». */
  what: string;
  /** By name; when they are due one instance, whichever takes it, does the work. */
  schedule: Readonly<Record<string, { everyMs: number; data?: Data }>>;
  work: (job: RepeatedJob<Data>) => Promise<unknown>;
  /** Where its durations are measured. */
  metrics: Metrics;
  /** Where operators find it. */
  queues: JobQueues;
  /** Concurrency in this instance; 1 by default. */
  atOnce?: number;
  /** A job whose process died is taken over by another after this many milliseconds; BullMQ's default is 30 s. */
  lockMs?: number;
}

/**
 * Repeated work, done by one instance at a time, on BullMQ. An unavailable Redis keeps a service from neither starting
 * nor stopping: jobs are scheduled when it is back, and due work is in the service's own tables.
 */
export class RepeatedJobs<Data = undefined> {
  readonly queue: Queue<unknown>;
  private readonly worker: Worker<unknown>;
  private readonly logger: Logger;
  private stopping = false;

  /** Begins at once. */
  constructor(options: RepeatedJobsOptions<Data>) {
    const { name, what, work, metrics, atOnce = 1, lockMs } = options;
    const logger = new Logger(name);
    this.logger = logger;
    const connection = {
      url: options.redisUrl,
      maxRetriesPerRequest: null,
      retryStrategy: (attempt: number) =>
        this.stopping ? null : Math.min(200 * attempt, MAX_RETRY_DELAY_MS),
    };
    this.queue = new Queue<unknown>(name, { connection, prefix: PREFIX });
    options.queues.add(this.queue);
    const timed = timedJob(metrics, name, work);
    this.worker = new Worker<unknown>(name, (job) => timed(job as RepeatedJob<Data>), {
      connection,
      prefix: PREFIX,
      concurrency: atOnce,
      runRetryDelay: RUN_RETRY_DELAY_MS,
      ...(lockMs !== undefined && { lockDuration: lockMs, stalledInterval: lockMs }),
    });
    const onError = (error: Error) => logger.warn({ err: error }, 'job queue unreachable');
    this.queue.on('error', onError);
    this.worker.on('error', onError);
    this.worker.on('failed', (_job, error) => logger.error({ err: error, jobs: what }, 'job failed'));
    this.keepScheduled(options);
  }

  /**
   * Schedules at the start and after each loss of a connection. Each job's next turn is made when its worker has fetched it:
   * where Redis has lost its data, or ended between the two, there is none, and without this it would not come back before
   * the service starts again. A schedule that stands keeps its times.
   */
  private keepScheduled({ schedule, what }: RepeatedJobsOptions<Data>): void {
    const scheduleAll = () =>
      Promise.all(
        Object.entries(schedule).map(([name, { everyMs, data }]) =>
          this.queue.upsertJobScheduler(
            name,
            { every: everyMs },
            { name, opts: KEPT, ...(data !== undefined && { data }) },
          ),
        ),
      );
    const report = (error: unknown) => {
      if (!this.stopping) this.logger.error({ err: error, jobs: what }, 'scheduling jobs failed');
    };
    Promise.all([this.queue.backend.client, this.worker.backend.client])
      .then((clients) => {
        for (const client of clients) client.on('ready', () => void scheduleAll().catch(report));
        return scheduleAll();
      })
      .catch(report);
  }

  /** A job out of turn. */
  async add(name: string, data: Data, options: JobsOptions): Promise<void> {
    await addInTrace(this.queue.name, name, options, (traced) => this.queue.add(name, data, traced));
  }

  /** Does not wait for ever: a worker that is reconnecting waits for Redis, which may be what is going down, too. */
  async close(): Promise<void> {
    this.stopping = true;
    const closed = Promise.allSettled([this.worker.close(), this.queue.close()]);
    await Promise.race([closed, sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
