import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Failures of a server are not the recipient's fault, so they are counted apart from the recipient's own attempts. */
export class CampaignStalls1763800000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaigns ADD COLUMN stalled_since timestamptz');
    await runner.query(
      'ALTER TABLE campaign_recipients ADD COLUMN server_failures integer NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE campaign_recipients DROP COLUMN server_failures');
    await runner.query('ALTER TABLE campaigns DROP COLUMN stalled_since');
  }
}
