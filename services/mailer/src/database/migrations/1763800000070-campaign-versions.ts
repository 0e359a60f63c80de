import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the changes of a draft, so that nobody overwrites or sends what somebody else has changed meanwhile. */
export class CampaignVersions1763800000070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns ADD COLUMN version integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns DROP COLUMN version');
  }
}
