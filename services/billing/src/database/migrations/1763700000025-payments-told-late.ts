import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Agreements that their buyers ended at PayPal: what PayPal took before is booked, also where it tells of it later. */
export class PaymentsToldLate1763700000025 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE paypal_agreements ADD COLUMN IF NOT EXISTS buyer_ended_at timestamptz');
    await buildIndex(runner, {
      name: 'paypal_agreements_buyer_ended',
      table: 'paypal_agreements',
      columns: 'user_id',
      where: 'buyer_ended_at IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX paypal_agreements_buyer_ended');
    await runner.query('ALTER TABLE paypal_agreements DROP COLUMN buyer_ended_at');
  }
}
