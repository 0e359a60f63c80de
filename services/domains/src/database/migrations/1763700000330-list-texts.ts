import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What owners have written into their lists, comments as well. */
export class ListTexts1763700000330 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Packed; null: the list is fetched, or was written before this was kept.
    await runner.query('ALTER TABLE client_lists ADD COLUMN packed_text bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client_lists DROP COLUMN packed_text');
  }
}
