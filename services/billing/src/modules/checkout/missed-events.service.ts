import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS, HOUR_MS } from '@palisade/basics';
import type { DataSource } from 'typeorm';
import { PayPalClient, PayPalError } from '../paypal/paypal.client.ts';
import { WebhooksService } from './webhooks.service.ts';

/** PayPal lists an event some time after it happened. */
const OVERLAP_MS = HOUR_MS;
/** PayPal keeps events for 30 days and refuses requests for older ones. */
const KEPT_MS = 30 * DAY_MS - HOUR_MS;
/** Length of the period that is read at once. */
const WINDOW_MS = DAY_MS;

/**
 * Reads the events that PayPal lists, for those whose webhook never arrived, or reached a database that was since
 * replaced by an older one. The position is stored in the database, and goes back with it.
 */
@Injectable()
export class MissedEventsService {
  private readonly logger = new Logger(MissedEventsService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly payPal: PayPalClient,
    private readonly webhooks: WebhooksService,
  ) {}

  /** Continues at the stored position, one window after another. @throws PayPalError, PayPalUnavailable */
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
        // PayPal refuses a request about this object, and would again tomorrow: go on with the others. Orders are
        // reconciled separately.
        if (!(error instanceof PayPalError)) throw error;
        this.logger.error(
          { err: error, event: event.id, type: event.event_type },
          'an event cannot be followed',
        );
      }
    }
  }
}
