import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The JA4 fingerprint of a client; older records have none. */
export class TlsFingerprints1700000000140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE request_logs ADD COLUMN ja4 text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE request_logs DROP COLUMN ja4');
  }
}
