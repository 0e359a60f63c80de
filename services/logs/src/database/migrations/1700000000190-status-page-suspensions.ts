import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages that an administrator has suspended; their owners cannot publish them again. */
export class StatusPageSuspensions1700000000190 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE status_pages ADD COLUMN suspended_at timestamptz, ADD COLUMN suspension_reason text,
        ADD CONSTRAINT status_pages_suspension CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE status_pages DROP COLUMN suspended_at, DROP COLUMN suspension_reason');
  }
}
