import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/nest-kit/durations';
import { type DataSource, In } from 'typeorm';
import { PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { GIVE_UP_AFTER } from '../subscriptions/periods.rules.ts';
import { Agreement } from './agreement.entity.ts';
import { AgreementsService } from './agreements.service.ts';

const AT_ONCE = 50;
const ASK_AGAIN_AFTER_MS = 10 * 60_000;

/** What has to be done about agreements from time to time, however webhooks fare. */
@Injectable()
export class SubscriptionMaintenanceService {
  private readonly logger = new Logger(SubscriptionMaintenanceService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly agreements: AgreementsService,
    private readonly payPal: PayPalClient,
  ) {}

  async run(now: Date): Promise<void> {
    if (!this.payPal.isConfigured) return;
    await this.endEnding();
    await this.lookAtDue(now);
  }

  /** What was ended here is ended at PayPal; an agreement whose end PayPal did not hear of would go on taking money. */
  async endEnding(): Promise<void> {
    const ending = await this.dataSource.manager.find(Agreement, {
      where: { status: 'ending' },
      take: AT_ONCE,
    });
    await this.each(ending, (agreement) => this.agreements.finish(agreement));
  }

  /** Those that nobody has finished yet, and those whose next payment is due. */
  private async lookAtDue(now: Date): Promise<void> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT a.id FROM paypal_agreements a LEFT JOIN subscriptions s ON s.agreement_id = a.id
        WHERE (a.status = 'pending' AND a.created_at > $2 OR a.status = 'active' AND coalesce(s.next_payment_at, s.paid_until) <= $1)
          AND (a.checked_at IS NULL OR a.checked_at < $3)
        ORDER BY a.checked_at NULLS FIRST LIMIT ${AT_ONCE}`,
      [now, new Date(now.getTime() - 7 * DAY_MS), new Date(now.getTime() - ASK_AGAIN_AFTER_MS)],
    );
    const due = await this.dataSource.manager.findBy(Agreement, { id: In(rows.map(({ id }) => id)) });
    await this.each(due, (agreement) => this.look(agreement, now));
  }

  /** A buyer who went away from PayPal without an answer does not come back to it. */
  private async look(agreement: Agreement, now: Date): Promise<void> {
    const outcome = await this.agreements.reconcile(agreement);
    const isOld = now.getTime() - agreement.createdAt.getTime() > GIVE_UP_AFTER;
    if (agreement.status === 'pending' && isOld && outcome === 'not_approved') {
      await this.agreements.endUnapproved(agreement);
    }
  }

  private async each(agreements: readonly Agreement[], act: (agreement: Agreement) => Promise<unknown>) {
    for (const agreement of agreements) {
      try {
        await act(agreement);
      } catch (error) {
        if (!(error instanceof PayPalError || error instanceof PayPalUnavailable)) throw error;
        this.logger.warn(
          { err: error, agreement: agreement.id },
          'PayPal cannot be asked about an agreement now',
        );
        if (error instanceof PayPalUnavailable) return;
      }
    }
  }
}
