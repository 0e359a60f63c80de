import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  Injectable,
  Module,
} from '@nestjs/common';
import { Metrics } from '@palisade/nest-kit';
import { JobQueues } from './job-queues.ts';
import { RepeatedJobs, type RepeatedJobsOptions } from './repeated-jobs.ts';

const REDIS_URL = Symbol('Redis of the job queues');

/** The job's own options; the rest is the service's. */
export type RepeatedWork<Data> = Omit<RepeatedJobsOptions<Data>, 'metrics' | 'queues' | 'redisUrl'>;

/** Begins a service's repeated work, and ends it before the service's connections close. */
@Injectable()
export class RepeatedJobRunner implements BeforeApplicationShutdown {
  private readonly running: { close(): Promise<void> }[] = [];

  constructor(
    @Inject(REDIS_URL) private readonly redisUrl: string,
    private readonly metrics: Metrics,
    private readonly queues: JobQueues,
  ) {}

  /** Call once the application has started. */
  start<Data = undefined>(work: RepeatedWork<Data>): RepeatedJobs<Data> {
    const { redisUrl, metrics, queues } = this;
    const jobs = new RepeatedJobs<Data>({ ...work, redisUrl, metrics, queues });
    this.running.push(jobs);
    return jobs;
  }

  /** Jobs in progress are awaited no longer than `RepeatedJobs.close` does. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.splice(0).map((jobs) => jobs.close()));
  }
}

/** The service's RepeatedJobRunner, for everyone in it. Needs `EventsModule`. */
@Module({})
export class JobsModule {
  static forRoot(options: { redisUrl: string }): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      providers: [{ provide: REDIS_URL, useValue: options.redisUrl }, RepeatedJobRunner],
      exports: [RepeatedJobRunner],
    };
  }
}
