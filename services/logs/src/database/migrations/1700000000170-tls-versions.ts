import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The client's TLS version; unknown for older records. */
export class TlsVersions1700000000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE request_logs ADD COLUMN tls_version text NOT NULL DEFAULT ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE request_logs DROP COLUMN tls_version');
  }
}
