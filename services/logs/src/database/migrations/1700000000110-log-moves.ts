import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * State of a move of request logs between stores: each day's contents of both stores at the start, and the parts that
 * are stored here and may still exist there.
 */
export class LogMoves1700000000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_move_marks (
        day date NOT NULL,
        site_no integer NOT NULL,
        retention_days integer NOT NULL,
        traffic_before bigint NOT NULL,
        traffic_after bigint NOT NULL,
        records bigint NOT NULL,
        counted bigint NOT NULL,
        facet_requests bigint NOT NULL,
        facet_bytes bigint NOT NULL,
        PRIMARY KEY (day, site_no)
      )`);
    await runner.query('CREATE TABLE log_moves (begun_at timestamptz NOT NULL)');
    await runner.query('CREATE TABLE log_move_parts (part text PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_move_parts, log_moves, log_move_marks');
  }
}
