import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Earlier plans at PayPal add a missed payment to the next one: they stay for subscribers who agreed to them, and are
 * not sold any more.
 */
export class PlansWithoutArrears1763700000028 implements MigrationInterface {
  static readonly contract = {
    since: '2026-11-28',
    why: 'a copy of what PayPal has: whoever finds no plan makes one, the version before as well, and sells it then',
  };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM paypal_plans');
  }

  /** They are made again when they are bought. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
