import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { JobQueues, RepeatedJobs } from '@palisade/messaging/jobs';
import { Metrics } from '@palisade/nest-kit';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { RolloutWatchService } from './rollout-watch.service.ts';

const QUEUE = 'domains-rollouts';
const EVERY_MS = 60_000;

/** Sites without traffic have no figures, at which anything would be decided: their roll-outs end by the clock. */
@Injectable()
export class RolloutDeadlinesJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private jobs: RepeatedJobs | null = null;

  constructor(
    private readonly watch: RolloutWatchService,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_QUEUE_REDIS_URL'>,
    private readonly metrics: Metrics,
    private readonly queues: JobQueues,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs = new RepeatedJobs({
      metrics: this.metrics,
      queues: this.queues,
      name: QUEUE,
      redisUrl: this.config.PALISADE_QUEUE_REDIS_URL,
      what: 'the end of roll-outs',
      schedule: { overdue: { everyMs: EVERY_MS } },
      work: () => this.watch.endOverdue(),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs?.close();
  }
}
