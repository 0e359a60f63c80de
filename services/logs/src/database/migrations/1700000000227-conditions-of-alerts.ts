import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an alert was raised by: its rule may ask for something else by the time it is read. */
export class ConditionsOfAlerts1700000000227 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_alerts ADD COLUMN condition jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_alerts DROP COLUMN condition');
  }
}
