import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A page that an administrator took from the public does not come back by removing its site and adding it again. */
export class SuspensionsOfRemovedPages1700000000225 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A digest, so that nothing of an owner who is gone can be read in it.
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
