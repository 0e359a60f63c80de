import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sites whose owners have removed them, until nothing of them is left. The two indexes let retention find what has run
 * out by its time: the primary keys begin with the site, and only PostgreSQL 18 can skip over that.
 */
export class SiteErasures1700000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE site_erasures (
        site_id text PRIMARY KEY,
        removed_at timestamptz NOT NULL,
        rounds_done integer NOT NULL DEFAULT 0,
        next_at timestamptz NOT NULL,
        claimed_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
    await runner.query('CREATE INDEX site_erasures_due ON site_erasures (next_at)');
    await runner.query('CREATE INDEX traffic_hours_by_time ON traffic_hours (hour)');
    await runner.query('CREATE INDEX facet_hours_by_time ON facet_hours (hour)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX facet_hours_by_time, traffic_hours_by_time');
    await runner.query('DROP TABLE site_erasures');
  }
}
