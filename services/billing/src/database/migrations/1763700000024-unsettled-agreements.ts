import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An agreement ends when PayPal hears of it, not when PayPal has given back what it took meanwhile. */
export class UnsettledAgreements1763700000024 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE paypal_agreements ADD COLUMN IF NOT EXISTS unsettled_since timestamptz');
    await buildIndex(runner, {
      name: 'paypal_agreements_unsettled',
      table: 'paypal_agreements',
      columns: 'checked_at',
      where: 'unsettled_since IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX paypal_agreements_unsettled');
    await runner.query('ALTER TABLE paypal_agreements DROP COLUMN unsettled_since');
  }
}
