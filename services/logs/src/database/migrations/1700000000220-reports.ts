import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners' report settings, and the months that reports were sent for. */
export class Reports1700000000220 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE report_settings (
        owner_id uuid PRIMARY KEY,
        weekly boolean NOT NULL,
        monthly boolean NOT NULL,
        together boolean NOT NULL,
        site_ids text[] NOT NULL,
        with_pdf boolean NOT NULL,
        brand_name text NOT NULL,
        brand_colour text NOT NULL,
        logo bytea,
        logo_type text
      )`);
    await runner.query('CREATE TABLE reported_months (month date PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE report_settings, reported_months');
  }
}
