import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The account that a recipient of a campaign belongs to. Unknown for campaigns that have begun before: they keep their
 * recipients. No index: only read of rows found otherwise.
 */
export class CampaignAccounts1763800000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients ADD COLUMN user_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients DROP COLUMN user_id');
  }
}
