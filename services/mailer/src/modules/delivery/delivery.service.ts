import { Injectable, Logger } from '@nestjs/common';
import { ServerSelectionService } from '../smtp/server-selection.service.ts';
import type { Server } from '../smtp/smtp-server.types.ts';
import { DeliveryMetricsService } from './delivery-metrics.service.ts';
import type { Outcome } from './outcome.types.ts';
import { RateBucketService } from './rate-bucket.service.ts';
import { type OutgoingMail, SmtpTransportService } from './smtp-transport.service.ts';

/** Delivers one mail through a server: chosen or in rotation, each within its own rate, failing ones skipped. */
@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);

  constructor(
    private readonly choice: ServerSelectionService,
    private readonly wire: SmtpTransportService,
    private readonly rates: RateBucketService,
    private readonly metrics: DeliveryMetricsService,
  ) {}

  /** Throws only while nothing has been sent. */
  async send(mail: OutgoingMail, chosenServerId: number | null = null): Promise<Outcome> {
    const outcome = await this.byWhicheverTakesIt(mail, chosenServerId);
    this.metrics.count(outcome, chosenServerId === null ? 'any' : 'chosen');
    return outcome;
  }

  private async byWhicheverTakesIt(mail: OutgoingMail, chosenServerId: number | null): Promise<Outcome> {
    let last: Outcome = {
      kind: 'server_failed',
      serverId: null,
      reason: 'no_server: no SMTP server is configured, active and well',
    };
    for (const server of await this.choice.inOrder(chosenServerId)) {
      const outcome = await this.sendBy(server, mail);
      if (outcome.kind !== 'server_failed') return outcome;
      last = outcome;
    }
    return last;
  }

  async sendBy(server: Server, mail: OutgoingMail): Promise<Outcome> {
    if (server.maxPerSecond !== null) await this.rates.turn(`server-${server.id}`, server.maxPerSecond);
    const outcome = await this.wire.send(server, mail);
    // The mail's outcome is known now, and must not be lost to a failing counter.
    await this.keepCount(outcome).catch((error: unknown) =>
      this.logger.warn({ err: error, server: server.name }, 'storing an SMTP server’s counts failed'),
    );
    return outcome;
  }

  private async keepCount(outcome: Outcome): Promise<void> {
    switch (outcome.kind) {
      case 'sent':
        return this.choice.worked(outcome.serverId);
      case 'server_failed':
      case 'unknown':
        return this.choice.failed(outcome.serverId, outcome.reason);
      case 'deferred':
      case 'refused':
        // The server worked; the recipient's side rejected the mail.
        return;
    }
  }
}
