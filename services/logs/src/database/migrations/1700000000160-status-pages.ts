import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Owners' public status pages: the page, its incidents with their updates, and uptime by day, which is kept for every
 * site: the minutes that it is computed from are deleted after days, and a new page needs a past to show.
 */
export class StatusPages1700000000160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE status_pages (
        site_no integer PRIMARY KEY,
        page_id uuid NOT NULL UNIQUE,
        is_on boolean NOT NULL,
        slug text NOT NULL,
        name text NOT NULL,
        note text NOT NULL,
        shows_uptime boolean NOT NULL,
        shows_outages boolean NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT status_pages_slug UNIQUE (slug)
      )`);
    await runner.query(`
      CREATE TABLE status_incidents (
        incident_id uuid PRIMARY KEY,
        site_no integer NOT NULL REFERENCES status_pages ON DELETE CASCADE,
        kind text NOT NULL CHECK (kind IN ('incident', 'maintenance')),
        impact text NOT NULL CHECK (impact IN ('none', 'degraded', 'down')),
        title text NOT NULL,
        begins_at timestamptz NOT NULL,
        ends_at timestamptz
      )`);
    await runner.query('CREATE INDEX status_incidents_by_site ON status_incidents (site_no, begins_at DESC)');
    await runner.query('CREATE INDEX status_incidents_ended ON status_incidents (ends_at)');
    await runner.query(`
      CREATE TABLE status_updates (
        update_id uuid PRIMARY KEY,
        incident_id uuid NOT NULL REFERENCES status_incidents ON DELETE CASCADE,
        state text NOT NULL,
        text text NOT NULL,
        said_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX status_updates_by_incident ON status_updates (incident_id, said_at)');
    await runner.query(`
      CREATE TABLE uptime_days (
        day date NOT NULL,
        site_no integer NOT NULL,
        observed_seconds integer NOT NULL,
        down_seconds integer NOT NULL,
        PRIMARY KEY (site_no, day)
      )`);
    await runner.query('CREATE INDEX uptime_days_by_day ON uptime_days (day)');
    await runner.query('CREATE TABLE summed_uptime_days (day date PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE status_updates, status_incidents, status_pages, uptime_days, summed_uptime_days',
    );
  }
}
