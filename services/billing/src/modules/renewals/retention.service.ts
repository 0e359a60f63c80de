import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { standsOn } from '../subscriptions/payment-history.repository.ts';

/** As in the privacy policy, and as tax offices require. */
const YEARS = 7;
const BATCH_SIZE = 1_000;

/** Removes billing records after their retention period. */
@Injectable()
export class RetentionService {
  private readonly logger = new Logger(RetentionService.name);

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Removes orders with their invoices, by their last change. The first order of a running agreement, and those that a
   * plan is based on, are kept: the paid period is computed from them.
   */
  async run(now = new Date()): Promise<void> {
    const orders = await this.dataSource.transaction(async (manager) => {
      const old: { id: string }[] = await manager.query(
        `SELECT id FROM orders o WHERE created_at < $1 AND coalesce(refunded_at, paid_at, created_at) < $1
            AND NOT EXISTS (SELECT FROM paypal_agreements a WHERE a.order_id = o.id AND a.status <> 'ended')
            AND NOT ${standsOn('o')}
          LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`,
        [yearsBefore(now, YEARS)],
      );
      const ids = old.map(({ id }) => id);
      await manager.query('DELETE FROM invoices WHERE order_id = ANY($1)', [ids]);
      await manager.query('DELETE FROM paypal_agreements WHERE order_id = ANY($1)', [ids]);
      await manager.query('DELETE FROM orders WHERE id = ANY($1)', [ids]);
      return ids.length;
    });
    await this.dataSource.query('DELETE FROM paypal_unknown_payments WHERE settled_at < $1', [
      yearsBefore(now, YEARS),
    ]);
    if (orders > 0) this.logger.log({ orders, years: YEARS }, 'removed orders beyond their retention');
    if (orders === BATCH_SIZE) await this.run(now);
  }
}

function yearsBefore(now: Date, years: number): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before;
}
