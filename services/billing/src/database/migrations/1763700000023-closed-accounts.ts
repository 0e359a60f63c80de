import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which accounts are closed, and what was paid for them all the same: it goes back. */
export class ClosedAccounts1763700000023 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions ADD COLUMN IF NOT EXISTS closed_at timestamptz');
    await buildIndex(runner, {
      name: 'subscriptions_closed',
      table: 'subscriptions',
      columns: 'user_id',
      where: 'closed_at IS NOT NULL',
    });
    await buildIndex(runner, {
      name: 'orders_without_effect',
      table: 'orders',
      columns: 'user_id',
      where: `status = 'completed' AND activated_at IS NULL`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_without_effect, subscriptions_closed');
    await runner.query('ALTER TABLE subscriptions DROP COLUMN closed_at');
  }
}
