import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every order of an installation is listed by date, amount or state, a page at a time; each index is read from either end. */
export class SortedOrders1763700000022 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const table = 'orders';
    await buildIndex(runner, { name: 'orders_by_date', table, columns: 'created_at, id' });
    await buildIndex(runner, { name: 'orders_by_amount', table, columns: 'amount_cents, created_at, id' });
    await buildIndex(runner, { name: 'orders_by_status', table, columns: 'status, created_at, id' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_by_date, orders_by_amount, orders_by_status');
  }
}
