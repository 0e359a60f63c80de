import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { JobQueues } from '@palisade/messaging/jobs';
import { Metrics } from '@palisade/nest-kit';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { type Attempt, DueQueue } from '../../queue/due-queue.ts';
import { DeliveriesRepository } from './deliveries.repository.ts';
import { DeliveryAttemptsService } from './delivery-attempts.service.ts';
import { OwnerShares } from './owner-shares.ts';

const NAMES = { queue: 'mailer-alerts', maintenance: 'mailer-alerts-maintenance', job: 'alert' } as const;
const CONCURRENCY = 20;
const AT_ONCE_OF_ONE_OWNER = 3;
/** Delay before a delivery is tried again whose owner has the maximum number in flight. */
const SHARE_PAUSE_MS = 500;
/** A delivery overdue for this long has lost its job (Redis was emptied, or was unavailable when it was queued). */
const LOST_AFTER_SECONDS = 15;

interface DueDelivery {
  id: string;
  ownerId: string;
}

/** Schedules delivery attempts. The database holds the state of each. */
@Injectable()
export class DeliveryQueueService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly shares = new OwnerShares(AT_ONCE_OF_ONE_OWNER);
  private readonly due: DueQueue<DueDelivery>;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly attempts: DeliveryAttemptsService,
    @Inject(MAILER_CONFIG) config: Pick<MailerConfig, 'PALISADE_QUEUE_REDIS_URL'>,
    metrics: Metrics,
    queues: JobQueues,
  ) {
    this.due = new DueQueue({
      redisUrl: config.PALISADE_QUEUE_REDIS_URL,
      metrics,
      queues,
      names: NAMES,
      atOnce: CONCURRENCY,
      process: (delivery) => this.attempt(delivery),
      maintain: () => this.requeueLost(),
      maintainEveryMs: 30_000,
      shutdownTimeoutMs: 12_000,
    });
  }

  onApplicationBootstrap(): void {
    this.due.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.due.stop();
  }

  wake(delivery: DueDelivery): Promise<void> {
    return this.due.wake(delivery);
  }

  private async attempt({ id, ownerId }: DueDelivery): Promise<Attempt> {
    const attempt = await this.shares.within(ownerId, () => this.attempts.attempt(id));
    return attempt ?? { done: false, retryAfter: SHARE_PAUSE_MS };
  }

  private async requeueLost(): Promise<void> {
    const lost = await this.deliveries.overdue(LOST_AFTER_SECONDS);
    for (const { id, owner_id: ownerId } of lost) await this.wake({ id, ownerId });
    await this.deliveries.forgetOld();
  }
}
