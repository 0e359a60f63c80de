import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every order of an installation is listed by date, amount or state, a page at a time; each index is read from either end. */
export class SortedOrders1763700000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX orders_by_date ON orders (created_at, id);
      CREATE INDEX orders_by_amount ON orders (amount_cents, created_at, id);
      CREATE INDEX orders_by_status ON orders (status, created_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_by_date, orders_by_amount, orders_by_status');
  }
}
