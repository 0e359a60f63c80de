import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Facets summed by day, so that questions about weeks read few rows. `summed_facet_days` says how far each day of a site
 * is summed: hours before `summed_until` are in `facet_days`. A change of any hour before `watched_until`, by whomever,
 * takes the day's sums back in the same transaction; the day is then read by hours until it is summed again.
 */
export class FacetDays1700000000270 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE facet_days (
        site_no integer NOT NULL,
        kind smallint NOT NULL,
        day timestamptz NOT NULL,
        value text NOT NULL,
        requests bigint NOT NULL,
        blocked bigint NOT NULL,
        response_bytes bigint NOT NULL,
        PRIMARY KEY (site_no, kind, day, value)
      )`);
    await runner.query(`
      CREATE TABLE summed_facet_days (
        site_no integer NOT NULL,
        day timestamptz NOT NULL,
        watched_until timestamptz NOT NULL,
        summed_until timestamptz NOT NULL,
        taken_back_at timestamptz NOT NULL DEFAULT '-infinity',
        PRIMARY KEY (site_no, day),
        CHECK (day <= summed_until AND summed_until <= watched_until AND watched_until <= day + interval '24 hours')
      )`);
    // Kinds have codes below 16; the key begins with site and kind.
    await runner.query(`
      CREATE FUNCTION take_back_facet_days() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
          taken_back record;
        BEGIN
          -- An older snapshot would not see which hours are watched.
          IF current_setting('transaction_isolation') <> 'read committed' THEN
            RAISE 'facet_hours can be changed at isolation level "read committed" only';
          END IF;
          FOR taken_back IN
            UPDATE summed_facet_days s SET watched_until = s.day, summed_until = s.day, taken_back_at = now()
            -- Thousands of rows are of a few hours.
            FROM (SELECT DISTINCT site_no, hour FROM changed) AS c
            WHERE s.site_no = c.site_no AND s.day = date_trunc('day', c.hour, 'UTC') AND s.watched_until > c.hour
            RETURNING s.site_no, s.day
          LOOP
            -- A statement of its own, which sees what was summed while the update waited for its row.
            DELETE FROM facet_days
            WHERE site_no = taken_back.site_no AND day = taken_back.day AND kind = ANY (ARRAY(SELECT generate_series(0, 15)));
          END LOOP;
          INSERT INTO summed_facet_days (site_no, day, watched_until, summed_until)
          SELECT DISTINCT site_no, day, day, day
          FROM (SELECT site_no, date_trunc('day', hour, 'UTC') AS day FROM (SELECT DISTINCT site_no, hour FROM changed) AS hours) AS days
          ORDER BY 1, 2
          ON CONFLICT DO NOTHING;
          RETURN NULL;
        END
      $$`);
    // Whoever changes an hour, such as a move or an operator by hand, may have another search path.
    await runner.query(`
      DO $$ BEGIN
        EXECUTE format('ALTER FUNCTION take_back_facet_days() SET search_path = %I', current_schema());
      END $$`);
    for (const [event, rows] of [
      ['INSERT', 'NEW'],
      ['UPDATE', 'NEW'],
      ['DELETE', 'OLD'],
    ])
      await runner.query(`
        CREATE TRIGGER facet_hours_${event} AFTER ${event} ON facet_hours
        REFERENCING ${rows} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION take_back_facet_days()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const event of ['INSERT', 'UPDATE', 'DELETE'])
      await runner.query(`DROP TRIGGER facet_hours_${event} ON facet_hours`);
    await runner.query('DROP FUNCTION take_back_facet_days');
    await runner.query('DROP TABLE facet_days, summed_facet_days');
  }
}
