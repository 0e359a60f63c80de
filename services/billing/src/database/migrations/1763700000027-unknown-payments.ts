import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments that PayPal tells of and no order here has, as after a restore, and until when PayPal's events have been read. Both go
 * back in time with a restored database: reading goes on where the backup was.
 */
export class UnknownPayments1763700000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE paypal_unknown_payments (
        id text PRIMARY KEY,
        event_type text NOT NULL,
        amount text,
        currency text,
        order_reference text,
        agreement_id text,
        noted_at timestamptz NOT NULL DEFAULT now(),
        settled_at timestamptz
      )
    `);
    await runner.query(`
      CREATE TABLE paypal_events_read (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        until timestamptz NOT NULL
      )
    `);
    await runner.query('INSERT INTO paypal_events_read (until) VALUES (now())');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE paypal_unknown_payments');
    await runner.query('DROP TABLE paypal_events_read');
  }
}
