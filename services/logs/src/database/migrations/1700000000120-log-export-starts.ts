import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Times of export requests, including deleted exports: each one causes a mail. */
export class LogExportStarts1700000000120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE log_export_starts (owner_id uuid NOT NULL, started_at timestamptz NOT NULL DEFAULT now())',
    );
    await runner.query('CREATE INDEX log_export_starts_by_owner ON log_export_starts (owner_id, started_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_export_starts');
  }
}
