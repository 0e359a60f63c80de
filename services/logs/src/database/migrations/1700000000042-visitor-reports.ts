import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports of refused visitors; each is kept as long as the entry that it is about. */
export class VisitorReports1700000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE visitor_reports (
        report_id text PRIMARY KEY,
        site_no integer NOT NULL,
        request_id text NOT NULL,
        client_address text NOT NULL,
        text text NOT NULL,
        email text NOT NULL,
        reported_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'excepted', 'dismissed')),
        decided_at timestamptz,
        told_at timestamptz,
        UNIQUE (site_no, request_id)
      )`);
    await runner.query('CREATE INDEX visitor_reports_by_site ON visitor_reports (site_no, reported_at DESC)');
    await runner.query('CREATE INDEX visitor_reports_expiry ON visitor_reports (expires_at)');
    await runner.query(
      `CREATE INDEX visitor_reports_untold ON visitor_reports (site_no) WHERE told_at IS NULL AND state = 'open'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE visitor_reports');
  }
}
