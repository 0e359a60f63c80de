import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { z } from 'zod';

const cents = z.int();
const count = z.int().min(0);
const MAX_MONTHS = 120;
/** More than any price list needs: months × plans × currencies. */
const MAX_ROWS = 10_000;

export const revenueQuerySchema = z.object({
  /** The current month, and those before it. */
  months: z.coerce.number().int().min(1).max(MAX_MONTHS).default(12),
});
export type RevenueQuery = z.infer<typeof revenueQuerySchema>;

export const revenueSchema = z
  .object({
    /** Time zone of the months. */
    time_zone: z.literal('UTC'),
    /** Newest month first; omits months and plans without payments or refunds. */
    rows: z
      .array(
        z.object({
          /** Such as 2026-11. */
          month: z.string(),
          plan: z.string(),
          currency: z.string(),
          /** Orders paid in the month, and their sum. */
          orders: count,
          paid_cents: cents,
          /** Refunds of the month, whole or of a part, whenever the orders were paid. */
          refunds: count,
          refunded_cents: cents,
          /** Paid minus refunded; may be negative. */
          net_cents: cents,
        }),
      )
      .max(MAX_ROWS),
  })
  .meta({ id: 'Revenue' });
export type Revenue = z.infer<typeof revenueSchema>;
type RevenueRow = Revenue['rows'][number];

const COLUMNS = [
  'month',
  'plan',
  'currency',
  'orders',
  'paid_cents',
  'refunds',
  'refunded_cents',
  'net_cents',
] as const satisfies readonly (keyof RevenueRow)[];

/** Payments and refunds by month and plan, computed from the orders. */
@Injectable()
export class RevenueService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async byMonth({ months }: RevenueQuery): Promise<Revenue> {
    const rows: (Omit<RevenueRow, 'paid_cents' | 'refunded_cents' | 'net_cents'> & {
      paid: string;
      refunded: string;
    })[] = await this.dataSource.query(
      `WITH first AS (
         SELECT date_trunc('month', now(), 'UTC') - make_interval(months => $1 - 1) AS day
       ), moves AS (
         SELECT paid_at AS at, plan_slug, currency, amount_cents, true AS is_payment
           FROM orders, first WHERE paid_at >= day
         UNION ALL
         SELECT refunded_at, plan_slug, currency, amount_cents - refunded_cents, false
           FROM orders, first WHERE refunded_at >= day AND paid_at IS NOT NULL
         UNION ALL
         SELECT i.issued_at, o.plan_slug, o.currency, -i.amount_cents, false
           FROM first, invoices i JOIN orders o ON o.id = i.order_id
           WHERE i.issued_at >= day AND i.paypal_refund_id IS NOT NULL
       )
       SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, plan_slug AS plan, currency,
              count(*) FILTER (WHERE is_payment)::int AS orders,
              coalesce(sum(amount_cents) FILTER (WHERE is_payment), 0) AS paid,
              count(*) FILTER (WHERE NOT is_payment)::int AS refunds,
              coalesce(sum(amount_cents) FILTER (WHERE NOT is_payment), 0) AS refunded
         FROM moves GROUP BY 1, 2, 3 ORDER BY 1 DESC, 2, 3 LIMIT $2`,
      [months, MAX_ROWS],
    );
    return {
      time_zone: 'UTC',
      rows: rows.map(({ paid, refunded, ...row }) => ({
        ...row,
        paid_cents: Number(paid),
        refunded_cents: Number(refunded),
        net_cents: Number(paid) - Number(refunded),
      })),
    };
  }

  /** The same as CSV. Slugs and currencies contain no character that needs quoting. */
  async asCsv(query: RevenueQuery): Promise<string> {
    const { rows } = await this.byMonth(query);
    const lines = rows.map((row) => COLUMNS.map((column) => row[column]).join(','));
    return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
  }
}
