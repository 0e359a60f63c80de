import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The revision of a draft that somebody has reviewed, and its fields at that time. */
export class DraftRevisions1763700000360 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE policy_drafts
        ADD COLUMN revision integer NOT NULL DEFAULT 1,
        ADD COLUMN base jsonb NOT NULL DEFAULT '{}';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE policy_drafts DROP COLUMN revision, DROP COLUMN base');
  }
}
