import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses that pages had: for a while nobody else's page stands where a link or a feed reader still looks for them. */
export class FormerStatusSlugs1700000000180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A digest, so that nothing of a site that was erased can be read in it.
    await runner.query(`
      CREATE TABLE former_status_slugs (
        slug_digest bytea PRIMARY KEY,
        site_no integer NOT NULL,
        left_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX former_status_slugs_by_age ON former_status_slugs (left_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE former_status_slugs');
  }
}
