import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The instance that prepares the reports of a period; null until one claims it. */
export class ReportClaims1700000000235 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE report_claims (
        period text PRIMARY KEY CHECK (period IN ('week', 'month')),
        claimed_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
    await runner.query(`INSERT INTO report_claims (period) VALUES ('week'), ('month')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE report_claims');
  }
}
