import { Inject, Injectable, Logger } from '@nestjs/common';
import { AllowedAddresses, GuardedRequestError, guardedRequest, SecretBoxError } from '@palisade/nest-kit';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { AccountMailsService } from '../event-mails/account-mails.service.ts';
import { CHANNEL_REQUESTS, type HttpChannelKind } from './channel-requests.ts';
import type { ChannelRow } from './channel-row.types.ts';
import { ChannelSecretsService } from './channel-secrets.service.ts';
import type { AttemptResult } from './delivery.rules.ts';
import { type AlertMessage, titleOf } from './formats/alert-message.ts';

/** Receivers should store a message and answer at once; a slower one receives it again. */
const TIMEOUT_MS = 10_000;

/** Delivers one message to one channel. */
@Injectable()
export class AlertDeliveryService {
  private readonly logger = new Logger(AlertDeliveryService.name);
  private readonly allowed: AllowedAddresses;

  constructor(
    private readonly secrets: ChannelSecretsService,
    private readonly mails: AccountMailsService,
    @Inject(MAILER_CONFIG) config: Pick<MailerConfig, 'PALISADE_ALERT_PRIVATE_NETWORKS'>,
  ) {
    this.allowed = new AllowedAddresses(config.PALISADE_ALERT_PRIVATE_NETWORKS);
  }

  /** Never throws: every failure is a result. */
  async deliver(channel: ChannelRow, message: AlertMessage): Promise<AttemptResult> {
    const started = performance.now();
    const lasted = () => performance.now() - started;
    try {
      const { kind } = channel;
      const answer =
        kind === 'mail' ? await this.mail(channel, message) : await this.request(channel, kind, message);
      return { kind: 'answered', answer, durationMs: lasted() };
    } catch (error) {
      return { kind: 'failed', code: this.codeOf(error, channel), durationMs: lasted() };
    }
  }

  private request(channel: ChannelRow, kind: HttpChannelKind, message: AlertMessage) {
    const nowMs = Date.now();
    const signing = { secrets: this.secrets.secretsOf(channel.id, channel, nowMs), nowMs };
    const request = CHANNEL_REQUESTS[kind](
      this.secrets.targetOf(channel.id, channel) as never,
      message,
      signing,
    );
    return guardedRequest(request, {
      allowed: this.allowed,
      timeoutMs: TIMEOUT_MS,
    });
  }

  /** Delivered once it is queued as a mail, whose own retries take over. */
  private async mail(channel: ChannelRow, message: AlertMessage) {
    await this.mails.toUser(`alert-${channel.id}-${message.id}`, channel.owner_id, 'domains', 'owner_alert', {
      title: titleOf(message),
      rule: message.ruleName,
      site: message.site?.name ?? '',
      summary: message.summary,
      severity: message.severity,
      since: message.firedAt,
      until: message.resolvedAt ?? '',
      note: message.note,
    });
    return { status: 202, text: '', retryAfter: undefined };
  }

  private codeOf(error: unknown, { id }: ChannelRow): Extract<AttemptResult, { kind: 'failed' }>['code'] {
    if (error instanceof GuardedRequestError) return error.code;
    if (error instanceof SecretBoxError) return 'secrets_unreadable';
    this.logger.warn({ err: error, channel: id }, 'alert channel delivery failed');
    return 'internal';
  }
}
