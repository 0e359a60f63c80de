import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index of allowed requests that ended in a 5xx: a search for the few failures of a busy site must not read all that
 * succeeded. Other requests have no entry.
 */
export class FailedRequests1700000000031 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'request_logs_failed',
      table: 'request_logs',
      columns: 'site_no, received_at DESC',
      where: 'NOT blocked AND status >= 500',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_logs_failed');
  }
}
