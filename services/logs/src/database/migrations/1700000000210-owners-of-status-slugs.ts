import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Only the address of a page that was public is reserved, and its owner can reuse it for a site that was added again.
 */
export class OwnersOfStatusSlugs1700000000210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Pages saved before may have been public at some time; their owners are known from the next save on.
    await runner.query(`
      ALTER TABLE status_pages ADD COLUMN was_public boolean NOT NULL DEFAULT true, ADD COLUMN owner_digest bytea`);
    await runner.query('ALTER TABLE status_pages ALTER COLUMN was_public DROP DEFAULT');
    await runner.query('ALTER TABLE former_status_slugs ADD COLUMN owner_digest bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE former_status_slugs DROP COLUMN owner_digest');
    await runner.query('ALTER TABLE status_pages DROP COLUMN was_public, DROP COLUMN owner_digest');
  }
}
