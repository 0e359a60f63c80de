import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The condition that raised an alert: its rule may have another one by the time the alert is read. */
export class ConditionsOfAlerts1700000000227 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_alerts ADD COLUMN condition jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_alerts DROP COLUMN condition');
  }
}
