import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much each site sent per month, and who was told that a plan's share is nearly used up. */
export class Bandwidth1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE site_owners (site_id uuid PRIMARY KEY, owner_id uuid NOT NULL);
      CREATE INDEX site_owners_owner ON site_owners (owner_id);

      -- Totals are absolute since the site began; a month's share is what came on top of its base.
      CREATE TABLE bandwidth (
        site_id uuid NOT NULL,
        month date NOT NULL,
        base_bytes bigint NOT NULL,
        last_bytes bigint NOT NULL,
        as_of_ms bigint NOT NULL,
        PRIMARY KEY (site_id, month)
      );
      CREATE INDEX bandwidth_month ON bandwidth (month);

      CREATE TABLE bandwidth_warnings (
        user_id uuid NOT NULL,
        month date NOT NULL,
        percent integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (user_id, month, percent)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bandwidth_warnings, bandwidth, site_owners');
  }
}
