import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@palisade/basics';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import { MissedEventsService } from '../checkout/missed-events.service.ts';
import { RenewalsService } from './renewals.service.ts';
import { RetentionService } from './retention.service.ts';

const QUEUE = 'billing-renewals';
const INTERVAL_MS = MINUTE_MS;
const TAKEN = 'taken-payments';
const TAKEN_EVERY_MS = 10 * SECOND_MS;
const DAILY = 'daily';
const EVENTS = 'paypal-events';
const EVENTS_EVERY_MS = 10 * MINUTE_MS;

/**
 * Runs renewals every minute, checks payments that may have been taken every ten seconds, reads PayPal's events every
 * ten minutes and applies retention daily, in one instance at a time.
 */
@Injectable()
export class RenewalsJob implements OnApplicationBootstrap {
  constructor(
    private readonly renewals: RenewalsService,
    private readonly retention: RetentionService,
    private readonly missedEvents: MissedEventsService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the renewals',
      schedule: {
        minutely: { everyMs: INTERVAL_MS },
        [TAKEN]: { everyMs: TAKEN_EVERY_MS },
        [EVENTS]: { everyMs: EVENTS_EVERY_MS },
        [DAILY]: { everyMs: DAY_MS },
      },
      work: ({ name }) => this.work(name),
      // A slow run of the others does not hold up payments that were taken.
      atOnce: 2,
    });
  }

  private work(name: string): Promise<void> {
    switch (name) {
      case TAKEN:
        return this.renewals.reconcileTaken();
      case DAILY:
        return this.retention.run();
      case EVENTS:
        return this.missedEvents.run();
      default:
        return this.renewals.run();
    }
  }
}
