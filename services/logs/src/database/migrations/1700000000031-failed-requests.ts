import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Requests that were let through and ended in a 5xx: who looks for the few failures of a busy site must not read all that
 * went well. Other requests have no entry in it.
 */
export class FailedRequests1700000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX request_logs_failed ON request_logs (site_no, received_at DESC)
      WHERE NOT blocked AND status >= 500`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_logs_failed');
  }
}
