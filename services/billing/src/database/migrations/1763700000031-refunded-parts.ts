import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Somebody at PayPal may refund a payment in parts: each has its credit note, and the order keeps their sum. */
export class RefundedParts1763700000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders ADD COLUMN refunded_cents integer NOT NULL DEFAULT 0
        CONSTRAINT orders_refunded_parts CHECK (refunded_cents >= 0 AND refunded_cents <= amount_cents);
      ALTER TABLE invoices ADD COLUMN paypal_refund_id text CONSTRAINT invoices_refund UNIQUE;
      ALTER TABLE invoices DROP CONSTRAINT invoices_once;
      CREATE UNIQUE INDEX invoices_once ON invoices (order_id, kind) WHERE paypal_refund_id IS NULL;
    `);
  }

  /** Refuses while there are credit notes for parts: the columns before cannot tell them apart. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX invoices_once;
      ALTER TABLE invoices ADD CONSTRAINT invoices_once UNIQUE (order_id, kind);
      ALTER TABLE invoices DROP COLUMN paypal_refund_id;
      ALTER TABLE orders DROP COLUMN refunded_cents;
    `);
  }
}
