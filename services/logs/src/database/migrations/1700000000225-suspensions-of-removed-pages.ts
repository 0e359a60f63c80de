import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Removing a site and adding it again does not lift the suspension of its page. */
export class SuspensionsOfRemovedPages1700000000225 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A digest, so that it reveals nothing of an owner who is deleted.
    await runner.query(`
      CREATE TABLE removed_page_suspensions (
        owner_digest bytea PRIMARY KEY,
        suspended_at timestamptz NOT NULL,
        reason text NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX status_pages_suspended ON status_pages (owner_digest) WHERE suspended_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX status_pages_suspended');
    await runner.query('DROP TABLE removed_page_suspensions');
  }
}
