import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index of what log-only would have refused; other rows have no entry. 10: LOG_ONLY. */
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
