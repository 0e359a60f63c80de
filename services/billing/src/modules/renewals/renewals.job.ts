import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { JobQueues, RepeatedJobs } from '@palisade/messaging/jobs';
import { Metrics } from '@palisade/nest-kit';
import { type BillingConfig, CONFIG } from '../../config/config.ts';
import { RenewalsService } from './renewals.service.ts';
import { RetentionService } from './retention.service.ts';

const QUEUE = 'billing-renewals';
const EVERY_MS = 60_000;
const DAILY = 'daily';
const DAY_MS = 86_400_000;

/** Runs the renewals every minute and retention every day, in one instance at a time. */
@Injectable()
export class RenewalsJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private jobs: RepeatedJobs | null = null;

  constructor(
    private readonly renewals: RenewalsService,
    private readonly retention: RetentionService,
    @Inject(CONFIG) private readonly config: BillingConfig,
    private readonly metrics: Metrics,
    private readonly queues: JobQueues,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs = new RepeatedJobs({
      metrics: this.metrics,
      queues: this.queues,
      name: QUEUE,
      redisUrl: this.config.PALISADE_QUEUE_REDIS_URL,
      what: 'the renewals',
      schedule: { minutely: { everyMs: EVERY_MS }, [DAILY]: { everyMs: DAY_MS } },
      work: ({ name }) => (name === DAILY ? this.retention.run() : this.renewals.run()),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs?.close();
  }
}
