import { buildIndex } from '@palisade/nest-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Alerts of owners, once each, and the weeks that reports were sent for. */
export class Alerts1700000000010 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE IF NOT EXISTS alerts (
        alert_id uuid PRIMARY KEY,
        kind text NOT NULL CHECK (kind IN ('attack', 'origin')),
        site_no integer NOT NULL,
        since timestamptz NOT NULL,
        until timestamptz,
        requests bigint NOT NULL,
        found_at timestamptz NOT NULL,
        begin_told boolean NOT NULL DEFAULT false,
        end_told boolean NOT NULL DEFAULT false
      )`);
    await runner.query('CREATE INDEX IF NOT EXISTS alerts_by_site ON alerts (site_no, kind, found_at)');
    await runner.query(
      'CREATE INDEX IF NOT EXISTS alerts_untold ON alerts (found_at) WHERE NOT begin_told OR NOT end_told',
    );
    await runner.query('CREATE TABLE IF NOT EXISTS reported_weeks (week date PRIMARY KEY)');
    // Detection reads the last minutes of all sites.
    await buildIndex(runner, {
      name: 'traffic_minutes_by_time',
      table: 'traffic_minutes',
      columns: 'minute',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX traffic_minutes_by_time');
    await runner.query('DROP TABLE alerts, reported_weeks');
  }
}
