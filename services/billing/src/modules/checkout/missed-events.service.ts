import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { PayPalClient, PayPalError } from '../paypal/paypal.client.ts';
import { WebhooksService } from './webhooks.service.ts';

/** PayPal lists an event some time after it happened. */
const OVERLAP_MS = HOUR_MS;
/** PayPal forgets events after 30 days, and refuses to be asked for older ones. */
const KEPT_MS = 30 * DAY_MS - HOUR_MS;
/** Read at once, and then done with. */
const WINDOW_MS = DAY_MS;

/**
 * PayPal's events once more, as it lists them itself: those whose webhook never came, or came to a database that was since replaced by an
 * older one. Until when they have been read stands in the database, and goes back with it.
 */
@Injectable()
export class MissedEventsService {
  private readonly logger = new Logger(MissedEventsService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalClient,
    private readonly webhooks: WebhooksService,
  ) {}

  /** Goes on where it stood, a window after the other. @throws PayPalError, PayPalUnavailable */
  async run(now = new Date()): Promise<void> {
    if (!this.payPal.isConfigured) return;
    const [row]: { until: Date }[] = await this.dataSource.query('SELECT until FROM paypal_events_read');
    const oldest = now.getTime() - KEPT_MS;
    let from = Math.max((row?.until ?? now).getTime() - OVERLAP_MS, oldest);
    while (from < now.getTime()) {
      const to = Math.min(from + WINDOW_MS, now.getTime());
      await this.readWindow(new Date(from), new Date(to));
      await this.dataSource.query('UPDATE paypal_events_read SET until = greatest(until, $1)', [
        new Date(to),
      ]);
      from = to;
    }
  }

  private async readWindow(from: Date, to: Date): Promise<void> {
    for await (const event of this.payPal.events(from, to)) {
      try {
        await this.webhooks.take(event);
      } catch (error) {
        // PayPal refuses an answer about this one thing, and would tomorrow: the others are not kept waiting. It is asked about its orders besides.
        if (!(error instanceof PayPalError)) throw error;
        this.logger.error(
          { err: error, event: event.id, type: event.event_type },
          'an event cannot be followed',
        );
      }
    }
  }
}
