import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import { RolloutWatchService } from './rollout-watch.service.ts';

const QUEUE = 'domains-rollouts';
const INTERVAL_MS = 60_000;

/** Sites without traffic have no figures, at which anything would be decided: their roll-outs end by the clock. */
@Injectable()
export class RolloutDeadlinesJob implements OnApplicationBootstrap {
  constructor(
    private readonly watch: RolloutWatchService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the end of roll-outs',
      schedule: { overdue: { everyMs: INTERVAL_MS } },
      work: () => this.watch.endOverdue(),
    });
  }
}
