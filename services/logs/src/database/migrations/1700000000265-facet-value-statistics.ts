import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The number of values of all kinds together. Without it the planner multiplies values by kinds, and sorts on disk what
 * it could add up in memory. Filled by the next ANALYZE, which autovacuum does.
 */
export class FacetValueStatistics1700000000265 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE STATISTICS facet_hours_values (ndistinct) ON kind, value FROM facet_hours');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP STATISTICS facet_hours_values');
  }
}
