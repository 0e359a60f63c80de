import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The origin that served a request, and why it was chosen; unknown for older records. */
export class ChosenOrigins1700000000255 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE request_logs ADD COLUMN origin text NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE request_logs ADD COLUMN origin_reason text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE request_logs DROP COLUMN origin_reason, DROP COLUMN origin');
  }
}
