import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For paid orders that have given nobody a plan, when auth was last asked whose they are. */
export class GuestsPayments1763700000029 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN IF NOT EXISTS owner_sought_at timestamptz');
    await buildIndex(runner, {
      name: 'orders_unused',
      table: 'orders',
      columns: 'owner_sought_at',
      where: `status = 'completed' AND activated_at IS NULL`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_unused');
    await runner.query('ALTER TABLE orders DROP COLUMN owner_sought_at');
  }
}
