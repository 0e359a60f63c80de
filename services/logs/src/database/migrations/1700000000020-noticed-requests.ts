import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Allowed requests of which something is known: what log-only would have blocked, and rules that fired without reaching
 * the score. A search for a threat or a rule must not read all of the traffic that was let through; a request without
 * findings is not in this index and costs it nothing.
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
