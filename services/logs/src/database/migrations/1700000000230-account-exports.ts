import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports contain log entries, or all services' data of an account. */
export class AccountExports1700000000230 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE log_exports ADD COLUMN holds text NOT NULL DEFAULT 'log'`);
    await runner.query(`ALTER TABLE log_export_starts ADD COLUMN holds text NOT NULL DEFAULT 'log'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM log_exports WHERE holds <> 'log'`);
    await runner.query('ALTER TABLE log_exports DROP COLUMN holds');
    await runner.query('ALTER TABLE log_export_starts DROP COLUMN holds');
  }
}
