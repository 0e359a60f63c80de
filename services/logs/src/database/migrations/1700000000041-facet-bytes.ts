import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bytes sent for each counted value: bandwidth by path. Earlier hours have none. */
export class FacetBytes1700000000041 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE facet_hours ADD COLUMN response_bytes bigint NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE facet_hours DROP COLUMN response_bytes');
  }
}
