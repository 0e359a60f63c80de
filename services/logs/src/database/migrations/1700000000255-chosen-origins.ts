import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which of several origins a request went to, and why; older records do not say. */
export class ChosenOrigins1700000000255 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE request_logs ADD COLUMN origin text NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE request_logs ADD COLUMN origin_reason text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE request_logs DROP COLUMN origin_reason, DROP COLUMN origin');
  }
}
