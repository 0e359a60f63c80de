import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Removed sites, until nothing of them is left. The two indexes let retention find expired rows by time: the primary
 * keys begin with the site, and only PostgreSQL 18 can skip over that.
 */
export class SiteErasures1700000000030 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS site_erasures (
        site_id text PRIMARY KEY,
        removed_at timestamptz NOT NULL,
        rounds_done integer NOT NULL DEFAULT 0,
        next_at timestamptz NOT NULL,
        claimed_until timestamptz NOT NULL DEFAULT '-infinity'
      )`);
    await runner.query('CREATE INDEX IF NOT EXISTS site_erasures_due ON site_erasures (next_at)');
    await buildIndex(runner, { name: 'traffic_hours_by_time', table: 'traffic_hours', columns: 'hour' });
    await buildIndex(runner, { name: 'facet_hours_by_time', table: 'facet_hours', columns: 'hour' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX facet_hours_by_time, traffic_hours_by_time');
    await runner.query('DROP TABLE site_erasures');
  }
}
