import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists that come from CrowdSec's local API, which asks for a key. */
export class ListKeys1763700000320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client_lists
        ADD COLUMN sealed_key text,
        DROP CONSTRAINT client_lists_source_check,
        ADD CONSTRAINT client_lists_source_check CHECK (source IN ('hand', 'url', 'crowdsec'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE client_lists SET source = 'hand', url = NULL, next_check_at = NULL WHERE source = 'crowdsec'`,
    );
    await runner.query(`
      ALTER TABLE client_lists
        DROP COLUMN sealed_key,
        DROP CONSTRAINT client_lists_source_check,
        ADD CONSTRAINT client_lists_source_check CHECK (source IN ('hand', 'url'))`);
  }
}
