import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { JobQueues } from '@palisade/messaging/jobs';
import { Metrics } from '@palisade/nest-kit';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { DueQueue } from '../../queue/due-queue.ts';
import { MailSenderService } from './mail-sender.service.ts';
import { MailsService } from './mails.service.ts';

const NAMES = { queue: 'mailer-mails', maintenance: 'mailer-mails-maintenance', job: 'mail' } as const;
/** A mail overdue for this long has lost its job (Redis was emptied, or was unavailable when it was queued). */
const LOST_AFTER_SECONDS = 10;

/** Schedules attempts of single mails. The database holds the state of each. */
@Injectable()
export class MailQueueService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly due: DueQueue<{ id: string }>;

  constructor(
    private readonly mails: MailsService,
    sender: MailSenderService,
    @Inject(MAILER_CONFIG) config: Pick<MailerConfig, 'PALISADE_QUEUE_REDIS_URL'>,
    metrics: Metrics,
    queues: JobQueues,
  ) {
    this.due = new DueQueue({
      redisUrl: config.PALISADE_QUEUE_REDIS_URL,
      metrics,
      queues,
      names: NAMES,
      atOnce: 5,
      process: ({ id }) => sender.send(id),
      maintain: () => this.requeueLost(),
      maintainEveryMs: 15_000,
      shutdownTimeoutMs: 10_000,
    });
  }

  onApplicationBootstrap(): void {
    this.due.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.due.stop();
  }

  wake(id: string): Promise<void> {
    return this.due.wake({ id });
  }

  async requeueLost(): Promise<number> {
    const lost = await this.mails.overdue(LOST_AFTER_SECONDS);
    for (const id of lost) await this.wake(id);
    await this.mails.forgetOld();
    return lost.length;
  }
}
