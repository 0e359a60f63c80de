import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Results of health checks, as spans between changes: a row now and then for each of thousands of sites. */
export class OriginHealthSpans1700000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE origin_health_spans (
        site_no integer NOT NULL,
        began_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        healthy boolean NOT NULL,
        PRIMARY KEY (site_no, began_at)
      )`);
    await runner.query('CREATE INDEX origin_health_spans_by_time ON origin_health_spans (seen_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE origin_health_spans');
  }
}
