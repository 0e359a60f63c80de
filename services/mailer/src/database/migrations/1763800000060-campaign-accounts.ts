import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose account a recipient of a campaign is for. Of campaigns that have begun before, nobody knows: they go to those that
 * they began with. No index: only ever read of a row that was found otherwise.
 */
export class CampaignAccounts1763800000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients ADD COLUMN user_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients DROP COLUMN user_id');
  }
}
