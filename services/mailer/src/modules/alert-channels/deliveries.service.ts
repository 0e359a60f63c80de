import { Inject, Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { DomainError } from '@palisade/nest-kit';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import type { DeliveryView } from './channel.schema.ts';
import type { DeliveryRow } from './channel-row.types.ts';
import { ChannelsService } from './channels.service.ts';
import { DeliveriesRepository } from './deliveries.repository.ts';
import { DeliveryAttemptsService } from './delivery-attempts.service.ts';
import { DeliveryQueueService } from './delivery-queue.service.ts';
import { type AlertMessage, alertsLink } from './formats/alert-message.ts';

const SHOWN = 50;
const TESTS_A_MINUTE = 10;

const deliveryNotFound = () => new DomainError('not_found', 'delivery_not_found', 'Delivery not found');

/** Deliveries of an owner's channels: new messages, tests, the delivery log, and replays. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly channels: ChannelsService,
    private readonly deliveries: DeliveriesRepository,
    private readonly attempts: DeliveryAttemptsService,
    private readonly queue: DeliveryQueueService,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_PUBLIC_URL'>,
  ) {}

  /**
   * Delivers a message to the given channels that are switched on; a message that a channel has already is not
   * repeated.
   */
  async tell(ownerId: string, channelIds: readonly string[], message: AlertMessage): Promise<void> {
    for (const channel of await this.channels.activeOf(ownerId, channelIds)) {
      const id = await this.deliveries.add(channel.id, message);
      if (id === null) continue;
      await this.queue.wake({ id, ownerId });
      await this.endBehind(ownerId, channel.id, message);
    }
  }

  /** A repeated or late opening message reopens a closed incident, so its closing message is repeated after it. */
  private async endBehind(ownerId: string, channelId: string, message: AlertMessage): Promise<void> {
    if (message.state !== 'fired') return;
    const end = await this.deliveries.endAgain(channelId, message.alertId);
    if (end !== null) await this.queue.wake({ id: end, ownerId });
  }

  /** Sends a test message at once, and returns the result. */
  async test(ownerId: string, channelId: string): Promise<DeliveryView> {
    const { id, name } = await this.channels.owned(ownerId, channelId);
    if ((await this.deliveries.recentTests(ownerId)) >= TESTS_A_MINUTE)
      throw new DomainError('too_many', 'too_many_tests', 'Please wait a minute before the next test', {
        retryAfter: 60,
      });
    const deliveryId = await this.deliveries.add(id, this.testMessage(name));
    if (deliveryId === null) throw deliveryNotFound();
    await this.attempts.attempt(deliveryId);
    return await this.one(id, deliveryId);
  }

  async list(ownerId: string, channelId: string): Promise<DeliveryView[]> {
    const { id } = await this.channels.owned(ownerId, channelId);
    return (await this.deliveries.latest(id, SHOWN)).map(toView);
  }

  /**
   * The same message under the same id, with fresh attempts; after the opening message of a finished alert, its closing
   * one too.
   */
  async replay(ownerId: string, channelId: string, deliveryId: string): Promise<DeliveryView> {
    const { id } = await this.channels.owned(ownerId, channelId);
    const delivery = await this.deliveries.find(id, deliveryId);
    if (!delivery) throw deliveryNotFound();
    if (!(await this.deliveries.again(id, deliveryId)))
      throw new DomainError('conflict', 'delivery_waiting', 'This delivery is still being attempted');
    await this.queue.wake({ id: deliveryId, ownerId });
    await this.endBehind(ownerId, id, delivery.message);
    return await this.one(id, deliveryId);
  }

  private async one(channelId: string, deliveryId: string): Promise<DeliveryView> {
    const row = await this.deliveries.find(channelId, deliveryId);
    if (!row) throw deliveryNotFound();
    return toView(row);
  }

  private testMessage(channelName: string): AlertMessage {
    const id = `test:${uuidV7()}`;
    return {
      id,
      state: 'test',
      alertId: id,
      ruleId: '',
      ruleName: channelName,
      severity: 'info',
      site: null,
      summary: 'This is a test: alerts are delivered to this channel.',
      note: '',
      firedAt: new Date().toISOString(),
      resolvedAt: null,
      link: alertsLink(this.config),
    };
  }
}

const toView = (row: DeliveryRow): DeliveryView => ({
  id: row.id,
  message: row.message.state,
  rule_name: row.message.ruleName,
  summary: row.message.summary,
  state: row.state,
  attempts: row.attempts,
  last_status: row.last_status,
  last_error: row.last_error,
  last_answer: row.last_answer,
  duration_ms: row.duration_ms,
  next_attempt_at: row.state === 'waiting' ? row.next_attempt_at.toISOString() : null,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
