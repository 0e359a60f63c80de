import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sites that an instance shows live, with an expiry: their chunks are listed like those that a stream follows. The
 * instances repeat it after a restart of the database server, so the table is unlogged.
 */
export class LiveTails1700000000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNLOGGED TABLE live_tails (
        site_no integer NOT NULL,
        instance_id uuid NOT NULL,
        until timestamptz NOT NULL,
        PRIMARY KEY (site_no, instance_id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE live_tails');
  }
}
