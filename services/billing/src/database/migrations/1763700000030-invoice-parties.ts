import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who issued an invoice and to whom, as they were called then: it is a document, and accounts and companies change. */
export class InvoiceParties1763700000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoices ADD COLUMN issuer jsonb, ADD COLUMN customer jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE invoices DROP COLUMN issuer, DROP COLUMN customer');
  }
}
