import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What log-only would have refused, found without reading the traffic around it; other rows have no entry in it. 10: LOG_ONLY. */
export class LogOnlyIndex1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX request_logs_log_only ON request_logs (site_no, received_at DESC) WHERE action = 10',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_logs_log_only');
  }
}
