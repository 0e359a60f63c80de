import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which sites an instance shows live, for as long as it says so again: their chunks are listed as those are that a stream
 * follows. Who restarts the database server says it again, so that the table needs no log.
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
