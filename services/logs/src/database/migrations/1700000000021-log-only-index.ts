import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What log-only would have refused, found without reading the traffic around it; other rows have no entry in it. 10: LOG_ONLY. */
export class LogOnlyIndex1700000000021 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'request_logs_log_only',
      table: 'request_logs',
      columns: 'site_no, received_at DESC',
      where: 'action = 10',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_logs_log_only');
  }
}
