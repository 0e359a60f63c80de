import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Former addresses of pages: for a while nobody else can use one that links and feed readers still point to. */
export class FormerStatusSlugs1700000000180 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A digest, so that it reveals nothing of a site that was erased.
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
