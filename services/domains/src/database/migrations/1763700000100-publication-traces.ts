import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace of the change that is to be published, so that its way to the edges belongs to it, whoever publishes. */
export class PublicationTraces1763700000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE publications ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE publications DROP COLUMN traceparent');
  }
}
