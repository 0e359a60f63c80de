import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index of allowed requests with findings: what log-only would have blocked, and rules that matched without reaching
 * the score. A search for a threat or a rule must not read all allowed traffic; a request without findings has no entry
 * and costs nothing.
 */
export class NoticedRequests1700000000020 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, {
      name: 'request_logs_noticed',
      table: 'request_logs',
      columns: 'site_no, received_at DESC',
      where: 'NOT blocked AND (threat <> 0 OR matches IS NOT NULL)',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_logs_noticed');
  }
}
