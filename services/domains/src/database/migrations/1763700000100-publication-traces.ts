import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace of a pending change, so that its publication belongs to it, whichever process publishes. */
export class PublicationTraces1763700000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE publications ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE publications DROP COLUMN traceparent');
  }
}
