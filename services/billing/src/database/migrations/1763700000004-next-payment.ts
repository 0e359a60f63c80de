import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Paid time may end later than the next payment of its agreement is due: after a change of plan, and where two were paid. */
export class NextPayment1763700000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions ADD COLUMN next_payment_at timestamptz');
    await runner.query(
      'UPDATE subscriptions SET next_payment_at = paid_until WHERE agreement_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN next_payment_at');
  }
}
