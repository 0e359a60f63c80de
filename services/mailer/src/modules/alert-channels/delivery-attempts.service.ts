import { Inject, Injectable } from '@nestjs/common';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import type { Attempt } from '../../queue/due-queue.ts';
import { AlertDeliveryService } from './alert-delivery.service.ts';
import { ChannelsService } from './channels.service.ts';
import { DeliveriesRepository } from './deliveries.repository.ts';
import { type AttemptResult, type AttemptVerdict, verdictOf } from './delivery.rules.ts';

const MAX_ANSWER_SHOWN = 500;
/** Interval between checks whether an alert's opening message was delivered. */
const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 3_000;

/** Makes one attempt at a due delivery, and stores the result. */
@Injectable()
export class DeliveryAttemptsService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly channels: ChannelsService,
    private readonly delivery: AlertDeliveryService,
    @Inject(MAILER_CONFIG) private readonly config: Pick<MailerConfig, 'PALISADE_ALERT_RETRY_DELAY_MS'>,
  ) {}

  async attempt(id: string): Promise<Attempt> {
    const delivery = await this.deliveries.claim(id);
    if (!delivery) return await this.later(id);
    const channel = await this.deliveries.channelOf(delivery.channel_id);
    if (!channel) return { done: true };
    const isTest = delivery.message.state === 'test';
    if (!channel.is_active && !isTest) return await this.giveUp(id, 'channel_switched_off');
    const result = await this.delivery.deliver(channel, delivery.message);
    const verdict = verdictOf(result, delivery.attempts, this.config.PALISADE_ALERT_RETRY_DELAY_MS);
    // The person who pressed the button sees the result, and can press again.
    return await this.remember(
      delivery,
      result,
      isTest && verdict.next === 'retry' ? { next: 'failed', error: verdict.error } : verdict,
    );
  }

  /** A closing message whose opening one is being retried is checked again shortly after that attempt. */
  private async later(id: string): Promise<Attempt> {
    const afterMs = await this.deliveries.waitsForBeginning(id);
    if (afterMs === null) return { done: true };
    return { done: false, retryAfter: Math.min(Math.max(afterMs, MIN_WAIT_MS), MAX_WAIT_MS) };
  }

  private async remember(
    { id, channel_id }: { id: string; channel_id: string },
    result: AttemptResult,
    verdict: AttemptVerdict,
  ): Promise<Attempt> {
    const answer = result.kind === 'answered' ? result.answer : null;
    const retryAfter = verdict.next === 'retry' ? verdict.afterMs : null;
    await this.deliveries.finishAttempt(id, {
      state: verdict.next === 'retry' ? 'waiting' : verdict.next,
      status: answer?.status ?? null,
      error: verdict.next === 'delivered' ? null : verdict.error,
      answer: shown(answer?.text ?? ''),
      durationMs: result.durationMs,
      afterMs: retryAfter ?? 0,
    });
    if (verdict.next === 'failed' && verdict.channelIsGone) await this.channels.switchOff(channel_id);
    return retryAfter === null ? { done: true } : { done: false, retryAfter };
  }

  private async giveUp(id: string, error: string): Promise<Attempt> {
    await this.deliveries.finishAttempt(id, {
      state: 'failed',
      status: null,
      error,
      answer: '',
      durationMs: 0,
      afterMs: 0,
    });
    return { done: true };
  }
}

/** As text that the database and a page can hold. */
const shown = (text: string): string => text.replaceAll('\0', '').slice(0, MAX_ANSWER_SHOWN);
