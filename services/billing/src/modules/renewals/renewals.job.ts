import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import { DAY_MS } from '@palisade/nest-kit/durations';
import { RenewalsService } from './renewals.service.ts';
import { RetentionService } from './retention.service.ts';

const QUEUE = 'billing-renewals';
const EVERY_MS = 60_000;
const DAILY = 'daily';

/** Runs the renewals every minute and retention every day, in one instance at a time. */
@Injectable()
export class RenewalsJob implements OnApplicationBootstrap {
  constructor(
    private readonly renewals: RenewalsService,
    private readonly retention: RetentionService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the renewals',
      schedule: { minutely: { everyMs: EVERY_MS }, [DAILY]: { everyMs: DAY_MS } },
      work: ({ name }) => (name === DAILY ? this.retention.run() : this.renewals.run()),
    });
  }
}
