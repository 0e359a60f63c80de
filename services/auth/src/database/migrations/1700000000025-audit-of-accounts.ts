import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Owners read their own part of the audit log, which is kept for good: by who acted, and by what it was done to. */
export class AuditOfAccounts1700000000025 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const table = 'audit_log';
    await buildIndex(runner, { name: 'audit_log_by_actor', table, columns: 'actor_id, at DESC, id DESC' });
    await buildIndex(runner, { name: 'audit_log_by_target', table, columns: 'target_id, at DESC, id DESC' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_log_by_actor, audit_log_by_target');
  }
}
