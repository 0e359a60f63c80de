import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/basics';
import { Metrics } from '@palisade/nest-kit';
import { Gauge } from 'prom-client';
import { type DataSource, In } from 'typeorm';
import { PayPalClient, PayPalError, PayPalUnavailable } from '../paypal/paypal.client.ts';
import { inTurn } from '../steps/in-turn.rules.ts';
import { isRecheckDue, MAX_RECHECK_AFTER_MS } from '../steps/recheck.rules.ts';
import { GIVE_UP_AFTER } from '../subscriptions/periods.rules.ts';
import { Agreement } from './agreement.entity.ts';
import { AgreementsService } from './agreements.service.ts';

const BATCH_SIZE = 50;

/** Periodic work on agreements, which does not rely on webhooks. */
@Injectable()
export class SubscriptionMaintenanceService {
  private readonly logger = new Logger(SubscriptionMaintenanceService.name);
  private readonly oldestUnsettled: Gauge;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly agreements: AgreementsService,
    private readonly payPal: PayPalClient,
    { registry }: Metrics,
  ) {
    this.oldestUnsettled = new Gauge({
      name: 'palisade_billing_refund_open_seconds',
      help: 'Since when PayPal has not given back a payment that came after the end of its agreement, of the oldest; 0: there is none',
      registers: [registry],
    });
  }

  async run(now: Date): Promise<void> {
    if (!this.payPal.isConfigured) return;
    await inTurn(this.logger, {
      'ends at PayPal': () => this.endEnding(),
      'ended agreements': () => this.settleEnded(now),
      measure: () => this.measure(),
      'pending agreements': () => this.reconcilePending(now),
      'due agreements': () => this.reconcileDue(now),
    });
  }

  /** Ends at PayPal what was ended here: an agreement that PayPal still considers active would go on taking money. */
  private async endEnding(): Promise<void> {
    const ending = await this.oldestOf(`a.status = 'ending'`);
    await this.each(ending, (agreement) => this.agreements.endAtPayPal(agreement));
  }

  /** Refunds payments that PayPal took before the agreement ended there, or that it has refused to refund so far. */
  private async settleEnded(now: Date): Promise<void> {
    const unsettled = await this.oldestOf(
      `a.status = 'ended' AND a.unsettled_since IS NOT NULL
       AND (a.checked_at IS NULL OR a.checked_at < a.unsettled_since OR a.checked_at < $1)`,
      [new Date(now.getTime() - MAX_RECHECK_AFTER_MS)],
    );
    await this.each(unsettled, (agreement) => this.agreements.reconcile(agreement, now));
  }

  /** Some payments never become refundable, so the operator has to be alerted. */
  private async measure(): Promise<void> {
    const [row]: { seconds: number }[] = await this.dataSource.query(
      `SELECT coalesce(extract(epoch FROM now() - min(unsettled_since)), 0)::float8 AS seconds
         FROM paypal_agreements WHERE unsettled_since IS NOT NULL`,
    );
    this.oldestUnsettled.set(row?.seconds ?? 0);
  }

  /**
   * Reconciles agreements that were made lately and whose first payment PayPal may have taken. An eCheck takes ten days,
   * and other payments may be refused for as long; agreements that wait longer than a week are checked once a day.
   */
  async reconcilePending(now: Date): Promise<void> {
    const pending = await this.oldestOf(
      `a.status = 'pending' AND a.created_at > $2 AND ${isRecheckDue('a', '$1')}`,
      [now, new Date(now.getTime() - 7 * DAY_MS)],
    );
    await this.each(pending, (agreement) => this.reconcile(agreement, now));
  }

  /** Reconciles agreements that have long been pending, whose next payment is due, or whose first payment is not booked. */
  private async reconcileDue(now: Date): Promise<void> {
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const due = await this.oldestOf(
      `(a.status = 'pending' AND a.created_at <= $2 AND a.checked_at < $4
        OR a.status = 'active' AND (coalesce(s.next_payment_at, s.paid_until) <= $1
          OR s.user_id IS NULL AND EXISTS (SELECT FROM orders o WHERE o.id = a.order_id AND o.paid_at IS NULL)))
       AND (a.checked_at IS NULL OR a.checked_at < $3)`,
      [now, ago(7 * DAY_MS), ago(MAX_RECHECK_AFTER_MS), ago(DAY_MS)],
    );
    await this.each(due, (agreement) => this.reconcile(agreement, now));
  }

  /** A buyer who left PayPal without approving does not return to it. */
  private async reconcile(agreement: Agreement, now: Date): Promise<void> {
    const outcome = await this.agreements.reconcile(agreement);
    const isOld = now.getTime() - agreement.createdAt.getTime() > GIVE_UP_AFTER;
    if (agreement.status === 'pending' && isOld && outcome === 'not_approved') {
      await this.agreements.endUnapproved(agreement);
    }
  }

  /** The agreements checked longest ago come first, so that one that keeps failing does not hold up the others. */
  private async oldestOf(condition: string, values: unknown[] = []): Promise<Agreement[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `SELECT a.id FROM paypal_agreements a LEFT JOIN subscriptions s ON s.agreement_id = a.id
        WHERE ${condition} ORDER BY a.checked_at NULLS FIRST LIMIT ${BATCH_SIZE}`,
      values,
    );
    return this.dataSource.manager.findBy(Agreement, { id: In(rows.map(({ id }) => id)) });
  }

  private async each(agreements: readonly Agreement[], act: (agreement: Agreement) => Promise<unknown>) {
    const failures: unknown[] = [];
    for (const agreement of agreements) {
      try {
        await act(agreement);
      } catch (error) {
        let checkedAt = new Date();
        const isPayPals = error instanceof PayPalError || error instanceof PayPalUnavailable;
        const what = { err: error, agreement: agreement.id };
        if (isPayPals) this.logger.warn(what, 'reading an agreement from PayPal failed; will retry');
        else {
          // A fault here, such as a database that ended in between: continue with the others. Money may be taken and not
          // booked, so it is due again at once.
          this.logger.error(what, 'reconciling an agreement with PayPal failed');
          failures.push(error);
          checkedAt = new Date(checkedAt.getTime() - MAX_RECHECK_AFTER_MS);
        }
        await this.dataSource.manager.update(Agreement, { id: agreement.id }, { checkedAt });
        if (error instanceof PayPalUnavailable) break;
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
